import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { formatCount } from '../ui/Pager.tsx';
import { SelectionBar } from '../ui/SelectionBar.tsx';
import type { Selection } from '../ui/use-selection.ts';

interface VisitorSelectionBarProps {
  selection: Selection;
  isBusy: boolean;
  onCheckIn: () => void;
}

/** The visitors who are selected on all pages; nothing while there are none. */
export function VisitorSelectionBar({ selection, isBusy, onCheckIn }: VisitorSelectionBarProps) {
  const { t, i18n } = useTranslation();
  if (selection.ids.size === 0) return null;
  return (
    <SelectionBar
      label={t('visitors.selection.label')}
      selected={t('visitors.selection.selected', { number: formatCount(selection.ids.size, i18n.language) })}
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
