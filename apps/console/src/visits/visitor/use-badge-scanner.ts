import { useEffect, useEffectEvent } from 'react';
import { createScanner } from './scanner.ts';

/**
 * Hears a scanner that types the code of a badge like a keyboard, wherever on the screen the focus is. While it types, nothing else hears
 * the keys, so that no letter of a code is taken for a shortcut. A field, such as that of the registration which was just begun, has the
 * letters until the code is whole, and then again what stood there before.
 */
export function useBadgeScanner(onCode: (code: string) => void): void {
  const hear = useEffectEvent(onCode);
  useEffect(() => {
    const scanner = createScanner();
    let before = '';
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const field = target instanceof HTMLInputElement && /^(text|tel|search)$/.test(target.type) ? target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || (takesText(target) && !field)) return;
      const heard = scanner.press(event.key, event.timeStamp);
      if (field && heard === 'nothing' && event.key !== 'Shift') before = field.value;
      if (heard === 'nothing' || (heard === 'part' && field)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (heard === 'part') return;
      if (field) putBack(field, before);
      hear(heard.code);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|file)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Lets a field have what stood in it before, and whoever follows it know. */
function putBack(field: HTMLInputElement, value: string) {
  field.setRangeText(value, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
