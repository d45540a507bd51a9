import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Screen.module.css';

/** Ids for the field's description. */
export const titleId = 'title';
export const textId = 'text';
export const problemId = 'problem';

interface ScreenProps {
  title: string;
  text?: ReactNode;
  describedBy?: string;
  problem?: string | null;
  top?: ReactNode;
  above?: ReactNode;
  /** At the bottom in a fixed place: back on the left, next on the right. */
  left?: ReactNode;
  right?: ReactNode;
  hasField?: boolean;
  children?: ReactNode;
}

/** A question or a message. Controls are in the lower two thirds, within reach from a wheelchair. */
export function Screen({
  title,
  text,
  describedBy,
  problem,
  top,
  above,
  left,
  right,
  hasField = false,
  children,
}: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader announces the title.
  useEffect(() => {
    if (!hasField) heading.current?.focus();
  }, [hasField, title]);
  return (
    <main className={classes.screen}>
      <header className={classes.head}>
        {top}
        {above}
        <h1 ref={heading} id={titleId} tabIndex={-1} aria-describedby={text === undefined ? describedBy : textId}>
          {title}
        </h1>
        {text !== undefined && (
          <div id={textId} className={classes.text}>
            {text}
          </div>
        )}
        {problem && (
          <p id={problemId} role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </header>
      <div className={classes.body}>{children}</div>
      <footer className={classes.foot}>
        <div className={classes.side}>{left}</div>
        <div className={classes.side}>{right}</div>
      </footer>
    </main>
  );
}
