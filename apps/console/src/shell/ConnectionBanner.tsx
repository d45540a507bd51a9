import { WifiOff } from '@vestibule/ui/icons.tsx';
import { useLiveState } from '@vestibule/web/live.ts';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ConnectionBanner.module.css';

/** Says, at the foot of the window and without moving anything, that what is seen may be out of date; to a screen reader also when it no longer is. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const live = useLiveState();
  const lost = isOnline ? (live === 'offline' ? 'notLive' : null) : 'offline';
  const [last, setLast] = useState(lost);
  if (lost && lost !== last) setLast(lost);
  // A screen that was left takes its channel with it, which is not back by that.
  const isBack = last === 'offline' || (last === 'notLive' && live === 'online');

  // The place stays: what comes together with its words is not read out everywhere.
  return (
    <div role="status" className={lost ? classes.banner : 'unseen'} data-banner={lost ?? undefined}>
      {lost && <WifiOff size={18} aria-hidden />}
      {lost ? t(`shell.${lost}`) : isBack && t('shell.live')}
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
