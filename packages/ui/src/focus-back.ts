import { useLayoutEffect, useRef } from 'react';
import { focusWhatIsLeft } from './keep-focus.ts';

/** The element that a dialog opened at this moment returns the focus to, in place of the element that has it. */
let inherited: Element | null = null;

/** Makes a dialog that opens now return the focus to the element, such as the button of the menu that opened it. */
export function returnFocusTo(element: Element | null): void {
  inherited = element;
  setTimeout(() => {
    inherited = null;
  });
}

/** Returns the element to which a dialog that opens now will return the focus. */
export function focusOrigin(): Element | null {
  return inherited ?? document.activeElement;
}

/** The element that got the focus because the one before a dialog was gone. A dialog that closes later takes the focus from it. */
let substitute: Element | null = null;

/**
 * Returns the focus to the element that had it before the dialog opened, unless the user has moved it. React Aria loses it if the element
 * is gone or disabled, or if the dialog replaces another. Call `giveBack` when the dialog has left the screen.
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

/** Returns the element, its row if it is disabled, or null if it is gone. */
function findTarget(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) return null;
  return element.matches(':disabled') ? element.closest<HTMLElement>('[data-keeps-focus]') : element;
}
