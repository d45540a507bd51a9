import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { useTranslation } from 'react-i18next';
import type { Selection } from '../../ui/list/use-selection.ts';
import { isExpected } from './SelectBox.tsx';

export function SelectPage({ visitors, selection }: { visitors: readonly Visitor[]; selection: Selection }) {
  const { t } = useTranslation();
  const rows = visitors.filter(isExpected).map(({ id }) => ({ id, group: 0 }));
  if (rows.length === 0) return null;
  const isAll = rows.every(({ id }) => selection.ids.has(id));
  const toggle = () => (isAll ? rows.forEach((row) => selection.set(row, false)) : selection.add(rows));
  return (
    <Checkbox
      label={t('visitors.selection.page')}
      isChecked={isAll}
      isDisabled={!isAll && selection.isFull}
      onChange={toggle}
    />
  );
}
