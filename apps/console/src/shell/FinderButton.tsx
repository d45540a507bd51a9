import { Search } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import classes from './FinderButton.module.css';

/** Opens the finder, and tells the keys that do so as well. */
export function FinderButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={classes.button} onClick={onClick} aria-keyshortcuts="Control+K Meta+K">
      <Search size={20} strokeWidth={1.75} aria-hidden />
      {t('shell.finder.open')}
      <kbd className={classes.keys} aria-hidden>
        {t('shell.finder.keys')}
      </kbd>
    </button>
  );
}
