import { focusWhatIsLeft } from '@vestibule/ui/keep-focus.ts';
import { useLayoutEffect, useRef } from 'react';

/** Where a dialog that closes at this moment gives the focus back to. */
let passedOn: Element | null = null;

/**
 * Gives the focus back to what had it before the dialog opened, unless it has gone elsewhere meanwhile: when the dialog
 * begins to close, and again when it has gone. One that opens in the place of another gives it back to where that one would.
 * Where that is gone too, as the row of somebody who was checked out, the dialog below takes it, or the content of the screen.
 */
export function useFocusBack(opened: boolean) {
  const content = useRef<HTMLDivElement>(null);
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
      passedOn = before.current;
      setTimeout(() => {
        passedOn = null;
        giveBack();
      });
    };
  }, [opened]);

  return { content, giveBack };
}

/** What has the focus in the place of this: where it cannot be pressed any more, the row that it is in; null where it is gone. */
function inPlaceOf(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) return null;
  return element.matches(':disabled') ? element.closest<HTMLElement>('[data-keeps-focus]') : element;
}
