import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import classes from './Dialog.module.css';

interface DialogProps {
  title: string;
  /** The id of what is read out after the title. */
  describedBy?: string;
  onClose: () => void;
  children: ReactNode;
}

/** Something asked on top of the screen; nothing behind it can be touched. */
export function Dialog({ title, describedBy, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it leaves the page, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
