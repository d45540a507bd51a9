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
