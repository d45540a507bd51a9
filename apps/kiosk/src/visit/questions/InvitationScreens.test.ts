import { expect, test } from 'vitest';
import { periodOf } from './InvitationScreens.tsx';

const place = { tag: 'en-GB', timeZone: 'Europe/Oslo' };

test('a pass that is valid until midnight ends on the day of the meeting', () => {
  const period = periodOf('2026-11-23T07:00:00.000Z', '2026-11-23T23:00:00.000Z', place);
  expect(period).toMatch(/^Mon,? 23 Nov.*08:00.*23:59$/);
  expect(period).not.toContain('24');
});

test('names both days of a longer time', () => {
  const period = periodOf('2026-11-23T21:00:00.000Z', '2026-11-24T23:00:00.000Z', place);
  expect(period).toMatch(/23.*22:00.*24.*23:59/);
});
