import classes from './PrintFrame.module.css';
import { SheetFrame } from './SheetFrame.tsx';

/** Prints a document that the server made, as soon as it is shown; a new `key` prints again. */
export function PrintFrame({ html, title }: { html: string; title: string }) {
  return (
    <SheetFrame
      className={classes.frame}
      html={html}
      title={title}
      tabIndex={-1}
      aria-hidden
      onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
    />
  );
}
