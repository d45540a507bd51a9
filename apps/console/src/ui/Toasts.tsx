import { loadOnUse } from '@vestibule/ui/load-on-use.tsx';
import classes from '@vestibule/ui/ToastRegion.module.css';
import { toasts } from '@vestibule/ui/toasts.ts';
import { useSession } from '@vestibule/web/session.ts';
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { toastMs } from './toast.ts';

const ToastRegion = loadOnUse(async () => (await import('@vestibule/ui/ToastRegion.tsx')).ToastRegion, LastToast);

export function Toasts() {
  const { t } = useTranslation();
  const userId = useSession().data?.user.id;
  useLayoutEffect(() => () => toasts.clear(), [userId]);
  return <ToastRegion label={t('ui.toasts')} closeLabel={t('ui.button.close')} />;
}

/** Shows the newest toast while the code of toasts has not loaded. */
function LastToast() {
  const last = useSyncExternalStore(subscribe, () => toasts.visibleToasts)[0];
  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(() => toasts.close(last.key), toastMs);
    return () => clearTimeout(timer);
  }, [last]);
  return (
    <div className={classes.toasts} role="status">
      {last && (
        <div className={classes.toast}>
          <div className={classes.content}>
            <span className={classes.message}>{last.content}</span>
          </div>
        </div>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  return toasts.subscribe(listener);
}
