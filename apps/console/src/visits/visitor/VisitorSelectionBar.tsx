import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { SelectionBar } from '../../ui/list/SelectionBar.tsx';
import type { Selection } from '../../ui/list/use-selection.ts';

interface VisitorSelectionBarProps {
  selection: Selection;
  isBusy: boolean;
  onCheckIn: () => void;
}

/** Hidden without a selection. */
export function VisitorSelectionBar({ selection, isBusy, onCheckIn }: VisitorSelectionBarProps) {
  const { t } = useTranslation();
  if (selection.ids.size === 0) return null;
  return (
    <SelectionBar
      label={t('visitors.selection.label')}
      selected={t('visitors.selection.selected', { number: selection.ids.size })}
      full={t('visitors.selection.full')}
      clearLabel={t('visitors.selection.clear')}
      selection={selection}
      isBusy={isBusy}
    >
      <Button size="small" onClick={onCheckIn} loading={isBusy}>
        {t('visitors.selection.checkIn')}
      </Button>
    </SelectionBar>
  );
}
