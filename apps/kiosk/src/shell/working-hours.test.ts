import { expect, test } from 'vitest';
import { isOpen, opensToday } from './clock.ts';

const hours = { workingHoursStart: '08:00', workingHoursEnd: '16:00' };

test.each([
  ['2026-01-15T06:59:59Z', false],
  ['2026-01-15T07:00:00Z', true],
  ['2026-01-15T15:00:59Z', true],
  ['2026-01-15T15:01:00Z', false],
  // In summer the same time in Oslo is an hour earlier in UTC.
  ['2026-07-15T06:00:00Z', true],
  ['2026-07-15T14:01:00Z', false],
])('a kiosk in Oslo that is open from 8 to 16 is at %s: %s', (moment, open) => {
  expect(isOpen(hours, 'Europe/Oslo', new Date(moment))).toBe(open);
});

test.each([
  ['2026-01-15T06:59:59Z', true],
  ['2026-01-15T15:01:00Z', false],
  // Midnight has passed in Oslo.
  ['2026-01-15T23:30:00Z', true],
])('a closed kiosk at %s opens on the same day: %s', (moment, today) => {
  expect(opensToday(hours, 'Europe/Oslo', new Date(moment))).toBe(today);
});

test('the hours of new settings are the whole day', () => {
  const day = { workingHoursStart: '00:00', workingHoursEnd: '23:59' };
  expect(isOpen(day, 'Europe/Oslo', new Date('2026-01-15T22:59:59Z'))).toBe(true);
  expect(isOpen(day, 'Europe/Oslo', new Date('2026-01-15T23:00:00Z'))).toBe(true);
});
