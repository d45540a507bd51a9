import { useLayoutEffect, useRef } from 'react';
import { focusWhatIsLeft } from './keep-focus.ts';

/** The element that gets the focus after a dialog opened now, in place of the focused one. */
let inherited: Element | null = null;

/** Overrides the focused element, for example by the button of the menu. */
export function returnFocusTo(element: Element | null): void {
  inherited = element;
  setTimeout(() => {
    inherited = null;
  });
}

export function focusOrigin(): Element | null {
  return inherited ?? document.activeElement;
}

/** The element that got the focus because the former one was gone. A dialog that closes later takes the focus from it. */
let substitute: Element | null = null;

/**
 * Does nothing if the user has moved the focus. React Aria loses it if the element is gone or disabled, or if the dialog replaces another.
 * Call `giveBack` when the dialog has left the screen.
 */
export function useFocusBack(isOpen: boolean) {
  const content = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);

  const giveBack = () => {
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused === substitute;
    if (!isLost && !content.current?.contains(focused)) return;
    const target = findTarget(before.current);
    if (target) target.focus({ preventScroll: true });
    else if (focused !== substitute) {
      focusWhatIsLeft();
      substitute = document.activeElement;
    }
  };

  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    before.current = focusOrigin();
    return () => {
      returnFocusTo(before.current);
      setTimeout(giveBack);
    };
  }, [isOpen]);

  return { content, giveBack };
}

/** Returns its row if it is disabled, or null if it is gone. */
function findTarget(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) return null;
  return element.matches(':disabled') ? element.closest<HTMLElement>('[data-keeps-focus]') : element;
}
