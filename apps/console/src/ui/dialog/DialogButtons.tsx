import type { ReactNode } from 'react';
import { StarNote } from '../form/StarNote.tsx';
import classes from './dialog.module.css';

/** The buttons at the end of a dialog, the main one on the right. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className={classes.row}>
      <StarNote />
      {children}
    </div>
  );
}
