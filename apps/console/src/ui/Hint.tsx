import type { ReactNode } from 'react';
import classes from './Hint.module.css';

interface HintProps {
  /** What is said about the content when it is pointed at, and to screen readers. */
  text: string;
  children: ReactNode;
}

/** Says more about a piece of text when it is pointed at. */
export function Hint({ text, children }: HintProps) {
  return (
    <span className={classes.hinted}>
      {children}
      <span className={classes.hint}>{text}</span>
    </span>
  );
}
