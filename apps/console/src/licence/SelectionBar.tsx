import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { formatCount } from '../ui/Pager.tsx';
import type { Selection } from '../ui/use-selection.ts';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  selection: Selection;
  onDelete: () => void;
}

/** How many keys are selected on all pages and in all folders, and what can be done with them. It stays in sight. */
export function SelectionBar({ selection, onDelete }: SelectionBarProps) {
  const { t, i18n } = useTranslation();
  const number = formatCount(selection.ids.size, i18n.language);
  return (
    <section className={classes.bar} aria-label={t('licences.key.selection.label')}>
      <p className={classes.number} role="status">
        {t('licences.key.selection.selected', { number })} {selection.isFull && t('licences.key.selection.full')}
      </p>
      <div className={classes.actions}>
        <Button variant="secondary" size="small" onClick={selection.clear}>
          {t('licences.key.selection.clear')}
        </Button>
        <Button variant="danger" size="small" onClick={onDelete}>
          {t('licences.key.selection.delete')}
        </Button>
      </div>
    </section>
  );
}
