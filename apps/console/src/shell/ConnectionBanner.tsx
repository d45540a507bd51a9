import { useLiveState } from '@vestibule/web/live.ts';
import { WifiOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ConnectionBanner.module.css';

/** Says, at the foot of the window and without moving anything, that what is seen may be out of date; to a screen reader also when it no longer is. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isLive = useLiveState() !== 'offline';
  const lost = isOnline ? (isLive ? null : 'notLive') : 'offline';
  const [wasLost, setWasLost] = useState(false);
  if (lost && !wasLost) setWasLost(true);

  // The place stays: what comes together with its words is not read out everywhere.
  return (
    <div role="status" className={lost ? classes.banner : 'unseen'} data-banner={lost ?? undefined}>
      {lost && <WifiOff size={18} aria-hidden />}
      {lost ? t(`shell.${lost}`) : wasLost && t('shell.live')}
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
