import { expect, test } from 'vitest';
import { lengthOf } from './Since.tsx';

const minute = 60_000;
const hour = 60 * minute;

test.each([
  [-5 * minute, { unit: 'now' }],
  [59_999, { unit: 'now' }],
  [minute, { unit: 'minutes', minutes: 1 }],
  [hour - 1, { unit: 'minutes', minutes: 59 }],
  [2 * hour + 15 * minute, { unit: 'hours', hours: 2, minutes: 15 }],
  [24 * hour, { unit: 'days', days: 1, hours: 0 }],
  [50 * hour, { unit: 'days', days: 2, hours: 2 }],
])('splits %i ms into %o', (milliseconds, parts) => {
  expect(lengthOf(milliseconds)).toMatchObject(parts);
});
