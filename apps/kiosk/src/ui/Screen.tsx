import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Screen.module.css';
import foot from './ScreenFoot.module.css';

/** Ids for the field's description. */
export const titleId = 'title';
export const textId = 'text';
export const problemId = 'problem';

interface ScreenProps {
  title: string;
  text?: ReactNode;
  describedBy?: string;
  problem?: string | null;
  /** The building above the sheet. */
  top?: ReactNode;
  above?: ReactNode;
  /** At the bottom in a fixed place: back on the left, tools and next on the right. */
  left?: ReactNode;
  tools?: ReactNode;
  right?: ReactNode;
  hasField?: boolean;
  /** A greeting or a result has a larger title. */
  isBig?: boolean;
  children?: ReactNode;
}

/** A question or a message on a sheet. Controls are in the lower two thirds, within reach from a wheelchair. */
export function Screen(props: ScreenProps) {
  const {
    title,
    text,
    describedBy,
    problem,
    top,
    above,
    left,
    tools,
    right,
    hasField = false,
    isBig,
    children,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader announces the title. A preview does not take the focus from the settings.
  useEffect(() => {
    if (!hasField && document.hasFocus()) heading.current?.focus();
  }, [hasField, title]);
  return (
    <main className={classes.screen} data-band={top === undefined ? undefined : ''}>
      {top}
      <div className={classes.sheet}>
        <header className={classes.head}>
          {above}
          <h1
            ref={heading}
            id={titleId}
            tabIndex={-1}
            data-big={isBig || undefined}
            aria-describedby={text === undefined ? describedBy : textId}
          >
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
        <footer className={foot.foot}>
          <div className={foot.side}>{left}</div>
          <div className={foot.side} data-tools>
            {tools}
          </div>
          {right && <div className={foot.next}>{right}</div>}
        </footer>
      </div>
    </main>
  );
}
