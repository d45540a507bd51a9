import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useTranslation } from 'react-i18next';
import type { Selection } from '../../ui/list/use-selection.ts';
import classes from './SelectBox.module.css';

/** A selected visitor who has arrived can be deselected. */
export function SelectBox({ visitor, selection }: { visitor: Visitor; selection: Selection }) {
  const { t } = useTranslation();
  const { id, name } = visitor;
  const isSelected = selection.ids.has(id);
  return (
    <label className={classes.target}>
      <input
        className={classes.box}
        type="checkbox"
        aria-label={t('visitors.selection.one', { name })}
        checked={isSelected}
        disabled={!isSelected && (!isExpected(visitor) || selection.isFull)}
        onChange={(event) => selection.set({ id, group: 0 }, event.currentTarget.checked)}
      />
    </label>
  );
}

export function isExpected({ currentVisitRecordId, preregisteredTenantId }: Visitor): boolean {
  return currentVisitRecordId === null && preregisteredTenantId !== null;
}
