import { useEffect, useEffectEvent } from 'react';

/**
 * Captures keys before other listeners, so that no letter of a code triggers a shortcut. A focused field shows the letters until the code
 * is complete, and then its previous value.
 */
export function useBadgeScanner(onCode: (code: string) => void): void {
  const receive = useEffectEvent(onCode);
  useEffect(() => {
    const scanner = createScanner();
    let before = '';
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const field = target instanceof HTMLInputElement && /^(text|tel|search)$/.test(target.type) ? target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || (takesText(target) && !field)) return;
      const meaning = scanner.press(event.key, event.timeStamp);
      if (field && meaning === 'nothing' && event.key !== 'Shift') before = field.value;
      if (meaning === 'nothing' || (meaning === 'part' && field)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (meaning === 'part') return;
      if (field) putBack(field, before);
      receive(meaning.code);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|file)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

function putBack(field: HTMLInputElement, value: string) {
  field.setRangeText(value, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export type Heard = 'nothing' | 'part' | { code: string };

/** A person does not type this fast: ms between two keys. */
const maxKeyIntervalMs = 80;
const begun = /^[VP][0-9A-HJKMNP-TV-Z]*$/;
const whole = /^[VP][0-9A-HJKMNP-TV-Z]{20}$/;

/** A scanner ends each code with Enter. */
export function createScanner() {
  let typed = '';
  let last = -Infinity;

  return {
    /** `time` in ms of a monotonic clock. */
    press(key: string, time: number): Heard {
      // Scanners hold Shift for each capital letter.
      if (key === 'Shift') return 'nothing';
      const before = time - last <= maxKeyIntervalMs ? typed : '';
      last = time;
      typed = '';
      if (key === 'Enter') return whole.test(before) ? { code: before } : 'nothing';
      const next = before + key.toUpperCase();
      if (key.length !== 1 || next.length > 21 || !begun.test(next)) return 'nothing';
      typed = next;
      // A single letter may come from a person. No shortcut starts with it.
      return next.length > 1 ? 'part' : 'nothing';
    },
  };
}
