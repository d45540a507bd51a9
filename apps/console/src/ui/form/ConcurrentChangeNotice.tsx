import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import classes from './ConcurrentChangeNotice.module.css';

interface ConcurrentChangeNoticeProps {
  /** What somebody else made of the text; null where they emptied it. */
  current: string | null;
  /** Leaves it at that. */
  onTake: () => void;
}

/** In a dialog whose save was refused: what the text is now, and the way to leave it so. Saving again replaces it. */
export function ConcurrentChangeNotice({ current, onTake }: ConcurrentChangeNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.changed}>
      <p className={classes.words}>
        {current === null ? t('ui.meanwhile.empty') : t('ui.meanwhile.now', { current })} {t('ui.meanwhile.replace')}
      </p>
      <Button variant="secondary" size="small" onClick={onTake}>
        {t('ui.meanwhile.take')}
      </Button>
    </div>
  );
}
