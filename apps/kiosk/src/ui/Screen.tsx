import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Screen.module.css';

/** The ids of the question, of what stands under it and of what went wrong, for the field that it is about. */
export const titleId = 'title';
export const textId = 'text';
export const problemId = 'problem';

interface ScreenProps {
  title: string;
  /** Under the title. */
  text?: ReactNode;
  /** The id of what is read out after the title, where it is not `text`. */
  describedBy?: string;
  /** What went wrong; read out at once. */
  problem?: string | null;
  /** At the top, such as whose house it is. */
  top?: ReactNode;
  /** Above the title, such as how far somebody is. */
  above?: ReactNode;
  /** At the bottom, always in the same place: the way back on the left, the way on on the right. */
  left?: ReactNode;
  right?: ReactNode;
  /** Leaves the focus to a field of the screen. */
  hasField?: boolean;
  children?: ReactNode;
}

/** One question, or one thing said. What is touched is in the lower two thirds, to be reached from a wheelchair. */
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
  // A screen reader says the new screen's title.
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
