import type { ReactNode } from 'react';
import classes from './Hint.module.css';

interface HintProps {
  text: string;
  children: ReactNode;
}

/** Shows `text` on hover. Screen readers always read it. */
export function Hint({ text, children }: HintProps) {
  return (
    <span className={classes.hinted} data-hint="">
      {children}
      <span role="tooltip" className={classes.hint}>
        {text}
      </span>
    </span>
  );
}

/** Hides them until the pointer or the focus leaves them, as WCAG 1.4.13 requires. */
export function hideHintsOnEscape(): void {
  const hide = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    for (const element of document.querySelectorAll<HTMLElement>('[data-hint]:is(:hover, :focus-visible)')) {
      const show = () => element.removeAttribute('data-dismissed');
      element.setAttribute('data-dismissed', '');
      element.addEventListener('pointerleave', show, { once: true });
      element.addEventListener('blur', show, { once: true });
    }
  };
  window.addEventListener('keydown', hide, { capture: true });
}
