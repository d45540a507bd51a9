import { useLayoutEffect, useRef } from 'react';
import { focusWhatIsLeft } from './focus-what-is-left.ts';

/** The element that a dialog opened at this moment returns the focus to: that of the dialog or menu that closes. */
let passedOn: Element | null = null;

/** Makes a dialog that opens now return the focus to the element, such as the button of the menu that opened it. */
export function returnFocusTo(element: Element | null) {
  passedOn = element;
  setTimeout(() => {
    passedOn = null;
  });
}

/**
 * Gives the focus back to what had it before the dialog opened, unless it has gone elsewhere meanwhile: when the dialog
 * begins to close, and again when it has gone. One that opens in the place of another gives it back to where that one would.
 * Where that is gone too, as the row of somebody who was checked out, the dialog below takes it, or the content of the screen.
 */
export function useFocusBack(opened: boolean) {
  const content = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);

  const giveBack = () => {
    const now = document.activeElement;
    if (now !== null && now !== document.body && !content.current?.contains(now)) return;
    const target = inPlaceOf(before.current);
    if (target) target.focus({ preventScroll: true });
    else focusWhatIsLeft();
  };

  // Before what is inside of it can take the focus.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    before.current = passedOn ?? document.activeElement;
    return () => {
      returnFocusTo(before.current);
      setTimeout(giveBack);
    };
  }, [opened]);

  return { content, giveBack };
}

/** What has the focus in the place of this: where it cannot be pressed any more, the row that it is in; null where it is gone. */
function inPlaceOf(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) return null;
  return element.matches(':disabled') ? element.closest<HTMLElement>('[data-keeps-focus]') : element;
}
