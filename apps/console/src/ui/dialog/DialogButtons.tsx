import type { ReactNode } from 'react';
import { StarNote } from '../form/StarNote.tsx';
import classes from './dialog.module.css';

export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className={classes.row}>
      <StarNote />
      {children}
    </div>
  );
}
