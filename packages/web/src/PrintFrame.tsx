import { SheetFrame } from './SheetFrame.tsx';

/** Out of sight, yet laid out: what is not displayed is printed blank. */
const outOfSight = {
  position: 'fixed',
  insetInlineStart: -10_000,
  top: 0,
  width: 800,
  height: 600,
  border: 0,
} as const;

/** Prints a document that the server made, as soon as it is shown; a new `key` prints again. */
export function PrintFrame({ html, title }: { html: string; title: string }) {
  return (
    <SheetFrame
      style={outOfSight}
      html={html}
      title={title}
      tabIndex={-1}
      aria-hidden
      onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
    />
  );
}
