import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { X } from '@vestibule/ui/icons.tsx';
import { useSession } from '@vestibule/web/session.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissToast, dismissToasts, toastTime, useToasts } from './toast.ts';
import classes from './Toasts.module.css';

/** The place at the top right where toasts are shown and read out. They go with whoever they were shown to. */
export function Toasts() {
  const toasts = useToasts();
  const userId = useSession().data?.user.id;
  useLayoutEffect(() => dismissToasts, [userId]);

  return (
    <div className={classes.toasts} role="status" aria-atomic={false} data-react-aria-top-layer>
      {toasts.map(({ id, message }) => (
        <Toast key={id} id={id} message={message} />
      ))}
    </div>
  );
}

function Toast({ id, message }: { id: number; message: string }) {
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  const before = useRef<EventTarget>(null);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), toastTime);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  // The focus goes back to where it came from.
  const close = () => {
    dismissToast(id);
    if (before.current instanceof HTMLElement) before.current.focus();
  };

  return (
    <div
      className={classes.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.message}>{message}</span>
      <IconButton icon={X} label={t('ui.button.close')} onClick={close} />
    </div>
  );
}
