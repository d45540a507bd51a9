import type { ReactNode } from 'react';
import classes from './Hint.module.css';

interface HintProps {
  text: string;
  children: ReactNode;
}

export function Hint({ text, children }: HintProps) {
  return (
    <span className={classes.hinted}>
      {children}
      <span className={classes.hint}>{text}</span>
    </span>
  );
}
