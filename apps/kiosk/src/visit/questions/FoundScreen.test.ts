import { expect, test } from 'vitest';
import { momentIn } from './FoundScreen.tsx';

const place = { tag: 'en-GB', timeZone: 'Europe/Oslo', now: new Date('2026-11-23T12:00:00Z') };

test.each([
  ['2026-11-23T08:12:30.000Z', '09:12'],
  ['2026-11-22T23:30:00.000Z', '00:30'],
  ['2026-11-22T22:30:00.000Z', '23:30 (22 Nov)'],
])('%s reads %s in the building', (moment, text) => {
  expect(momentIn(moment, place)).toBe(text);
});
