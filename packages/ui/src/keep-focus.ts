import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Ref of a control that may become disabled or leave the page while it has the focus. Disabled, its nearest ancestor with
 * `data-keeps-focus` has the focus. Removed, the open dialog or `<main>` gets it.
 */
export function useKeptFocus<Control extends HTMLElement>(isOff: boolean): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const keeper = control.current?.closest<HTMLElement>('[data-keeps-focus]');
    const focused = document.activeElement;
    if (!isOff && hadFocus.current && focused?.contains(control.current)) control.current?.focus();
    hadFocus.current = isOff && focused === control.current;
    if (hadFocus.current) keeper?.focus();
  }, [isOff]);

  useLayoutEffect(() => {
    const element = control.current;
    return () => {
      const focused = document.activeElement;
      const isLost = focused === element || (hadFocus.current && focused === document.body);
      if (isLost && isInUse(element)) focusWhatIsLeft();
    };
  }, []);

  return control;
}

/** Ref callback. When the element is removed and the focus was in it or is lost, moves the focus to the open dialog or to `<main>`. */
export function keepFocus(element: HTMLElement | null): () => void {
  return () => {
    const focused = document.activeElement;
    if (focused === document.body || element?.contains(focused)) focusWhatIsLeft();
  };
}

/** Ref callback for an element that another user may remove, such as a row. Moves the focus only if it was in the element. */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (isInUse(element) && element?.contains(document.activeElement)) focusWhatIsLeft();
  };
}

/** Moves the focus to the open dialog, or to `<main>`. */
export function focusWhatIsLeft(): void {
  const left = document.querySelector('[data-modal]') ?? document.querySelector('main');
  if (left instanceof HTMLElement) left.focus({ preventScroll: true });
}

function isInUse(element: HTMLElement | null): boolean {
  return Boolean(element?.closest('main, [data-modal]'));
}
