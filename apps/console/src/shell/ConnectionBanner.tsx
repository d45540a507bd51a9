import { useLiveState } from '@vestibule/web/live.ts';
import { useTranslation } from '@vestibule/web/use-translation.ts';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import classes from './ConnectionBanner.module.css';

/** Says, at the foot of the window and without moving anything, that what is seen may be out of date. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isLive = useLiveState() !== 'offline';
  if (isOnline && isLive) return null;

  return (
    <div className={classes.banner} data-banner role="status">
      <WifiOff size={18} aria-hidden />
      {isOnline ? t('shell.notLive') : t('shell.offline')}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
