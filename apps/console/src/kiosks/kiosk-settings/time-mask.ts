/**
 * What stands in a field for a time of day, from what was typed there: `HH:mm`, with `:ss` where seconds are typed. A digit with which no
 * hour begins stands for the one after a 0 (`9` is `09`), as does one that a colon or a dot ends (`1:` is `01`). What makes no time stays,
 * for whoever typed it to see that it is wrong; so do words alone, and a half of the day (`9.30 pm`), without which it would be another time.
 */
export function maskTime(typed: string): string {
  if (!/\d/.test(typed) || /[ap]\.?m/i.test(typed)) return typed;
  const signs = typed
    .replaceAll(/[^\d:.]/g, '')
    .replaceAll('.', ':')
    .replace(/^:+/, '');
  const [first = '', ...others] = signs.split(':');
  const isOneDigit = /^[3-9]/.test(first) || (first.length === 1 && others.length > 0);
  const parts = [isOneDigit ? `0${first}` : first, ...others].flatMap((part) => part.match(/\d{1,2}/g) ?? []);
  return parts.slice(0, 3).join(':');
}

const complete = /^(\d{1,2})(?:([:.]?)(\d\d)(?:\2(\d\d))?)?$/;

/** The time that is meant by one that is not typed to its end: `7` is `07:00`, and nothing is `00:00`. What can be none stays as it is. */
export function completeTime(typed: string): string {
  if (typed.trim() === '') return '00:00';
  const [, hours = '', , minutes = '00', seconds] = complete.exec(typed.trim()) ?? [];
  return hours === '' ? typed : [hours.padStart(2, '0'), minutes, ...(seconds ? [seconds] : [])].join(':');
}
