import { useEffect, useEffectEvent } from 'react';

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

/** What a pressed key means: nothing to a scanner, a part of a code, or the end of one. */
export type Heard = 'nothing' | 'part' | { code: string };

/** No hand types this quickly: milliseconds from one key to the next. */
const quick = 80;
const begun = /^[VP][0-9A-HJKMNP-TV-Z]*$/;
const whole = /^[VP][0-9A-HJKMNP-TV-Z]{20}$/;

/** Tells the code of a badge, which a scanner types and ends with Enter, from keys that somebody presses. */
export function createScanner() {
  let typed = '';
  let last = -Infinity;

  return {
    /** `time` in milliseconds, of any clock that only goes forward. */
    press(key: string, time: number): Heard {
      // Scanners hold Shift for each capital letter.
      if (key === 'Shift') return 'nothing';
      const before = time - last <= quick ? typed : '';
      last = time;
      typed = '';
      if (key === 'Enter') return whole.test(before) ? { code: before } : 'nothing';
      const next = before + key.toUpperCase();
      if (key.length !== 1 || next.length > 21 || !begun.test(next)) return 'nothing';
      typed = next;
      // The first letter alone may as well be somebody's; no shortcut begins with it.
      return next.length > 1 ? 'part' : 'nothing';
    },
  };
}
