import { fold } from '@vestibule/web/fold.ts';

/** So long after a letter the next one still belongs to it, in milliseconds. */
const together = 500;

interface Key {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  timeStamp: number;
}

/**
 * Goes by letters through a list in which nothing is written. The function that it answers is told each key, the texts of the list and
 * which of them it is at, and answers which one the letters lead to: the next that begins with them, after the last again the first.
 * The same letter once more goes on. Undefined where no letter was typed, or none begins so.
 */
export function createTypeahead() {
  let letters: string[] = [];
  let last = 0;

  return (event: Key, texts: readonly string[], at: number): number | undefined => {
    const { key, timeStamp } = event;
    if (timeStamp - last > together) letters = [];
    // A space by itself presses what it stands on.
    const isLetter = [...key].length === 1 && (key !== ' ' || letters.length > 0);
    if (!isLetter || event.ctrlKey || event.altKey || event.metaKey) return undefined;
    last = timeStamp;
    letters.push(key.toLowerCase());
    const isSame = letters.every((letter) => letter === letters[0]);
    const words = fold(isSame ? key : letters.join(''));
    const from = isSame ? at + 1 : Math.max(at, 0);
    const order = texts.map((_, index) => (from + index) % texts.length);
    return order.find((index) => fold(texts[index] ?? '').startsWith(words));
  };
}
