import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { SelectionBar } from '../../ui/list/SelectionBar.tsx';
import type { Selection } from '../../ui/list/use-selection.ts';

interface LicenceSelectionBarProps {
  selection: Selection;
  onDelete: () => void;
}

/** The keys that are selected on all pages and in all folders. */
export function LicenceSelectionBar({ selection, onDelete }: LicenceSelectionBarProps) {
  const { t } = useTranslation();
  return (
    <SelectionBar
      label={t('licences.key.selection.label')}
      selected={t('licences.key.selection.selected', { number: selection.ids.size })}
      full={t('licences.key.selection.full')}
      clearLabel={t('licences.key.selection.clear')}
      selection={selection}
    >
      <Button variant="danger" size="small" onClick={onDelete}>
        {t('licences.key.selection.delete')}
      </Button>
    </SelectionBar>
  );
}
