import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusWhatIsLeft, isInUse } from './focus-what-is-left.ts';

/**
 * The ref of a control that has the focus, and then cannot be pressed any more or is gone, as with its row: the focus would be lost
 * to nothing. While it is off, what is around it and has `data-keeps-focus` has the focus; once it is on, it has it again, so that Enter
 * tries it again, also from the dialog or screen that was given it meanwhile. When it is gone, what is left of the screen has it.
 */
export function useKeptFocus<Control extends HTMLElement>(isOff: boolean): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const keeper = control.current?.closest<HTMLElement>('[data-keeps-focus]');
    const now = document.activeElement;
    if (!isOff && hadFocus.current && now?.contains(control.current)) control.current?.focus();
    hadFocus.current = isOff && now === control.current;
    if (hadFocus.current) keeper?.focus();
  }, [isOff]);

  useLayoutEffect(() => {
    const element = control.current;
    return () => {
      const now = document.activeElement;
      const isLost = now === element || (hadFocus.current && now === document.body);
      if (isLost && isInUse(element)) focusWhatIsLeft();
    };
  }, []);

  return control;
}
