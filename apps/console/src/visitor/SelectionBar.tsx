import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { formatCount } from '../ui/Pager.tsx';
import type { Selection } from '../ui/use-selection.ts';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  selection: Selection;
  isBusy: boolean;
  onCheckIn: () => void;
}

/** How many visitors are selected on all pages, and what can be done with them. It stays in sight, and is there only then. */
export function SelectionBar({ selection, isBusy, onCheckIn }: SelectionBarProps) {
  const { t, i18n } = useTranslation();
  const number = formatCount(selection.ids.size, i18n.language);
  if (selection.ids.size === 0) return null;
  return (
    <section className={classes.bar} aria-label={t('visitors.selection.label')}>
      <p className={classes.number} role="status">
        {t('visitors.selection.selected', { number })} {selection.isFull && t('visitors.selection.full')}
      </p>
      <div className={classes.actions}>
        <Button variant="secondary" size="small" onClick={selection.clear} disabled={isBusy}>
          {t('visitors.selection.clear')}
        </Button>
        <Button size="small" onClick={onCheckIn} loading={isBusy}>
          {t('visitors.selection.checkIn')}
        </Button>
      </div>
    </section>
  );
}
