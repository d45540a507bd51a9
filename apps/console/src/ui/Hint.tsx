import type { ReactNode } from 'react';
import classes from './Hint.module.css';

interface HintProps {
  /** Shown on hover and announced by screen readers. */
  text: string;
  children: ReactNode;
}

/** Shows more about a piece of text on hover. */
export function Hint({ text, children }: HintProps) {
  return (
    <span className={classes.hinted}>
      {children}
      <span className={classes.hint}>{text}</span>
    </span>
  );
}
