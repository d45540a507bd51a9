import type { ReactNode } from 'react';
import classes from './DialogList.module.css';

export function DialogList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

interface DialogListItemProps {
  title: ReactNode;
  button: ReactNode;
  children: ReactNode;
}

export function DialogListItem({ title, button, children }: DialogListItemProps) {
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
      {button}
    </li>
  );
}
