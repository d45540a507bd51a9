import { SheetFrame } from './SheetFrame.tsx';

/** Invisible but laid out: browsers print hidden content blank. */
const outOfSight = {
  position: 'fixed',
  insetInlineStart: -10_000,
  top: 0,
  width: 800,
  height: 600,
  border: 0,
} as const;

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
