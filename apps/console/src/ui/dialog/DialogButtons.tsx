import type { ReactNode } from 'react';
import { StarNote } from '../form/StarNote.tsx';
import classes from './dialog.module.css';

/** The row of buttons that ends a dialog: the one to press last, on the right. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className={classes.row}>
      <StarNote />
      {children}
    </div>
  );
}
