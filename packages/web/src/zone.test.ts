import { expect, test } from 'vitest';
import { browserZone, isOtherZone } from './zone.ts';

test.for([
  ['Europe/Oslo', 'Asia/Tokyo', true, 'at any time'],
  ['Europe/Oslo', 'Africa/Lagos', true, 'in summer'],
  ['Europe/Oslo', 'Africa/Johannesburg', true, 'in winter'],
  ['Europe/Athens', 'Asia/Jerusalem', true, 'on two days of March'],
  ['Pacific/Honolulu', 'Pacific/Kiritimati', true, 'by a whole day'],
  ['Europe/Oslo', 'Europe/Oslo', false, 'never'],
  ['Europe/Oslo', 'Europe/Berlin', false, 'never'],
  ['UTC', 'Etc/UTC', false, 'never'],
] as const)('%s and %s are different zones: %s, because their clocks differ %s', ([zone, own, isOther]) => {
  expect(isOtherZone(zone, own)).toBe(isOther);
  expect(isOtherZone(own, zone)).toBe(isOther);
});

test('compares with the zone of the browser', () => {
  expect(isOtherZone(browserZone())).toBe(false);
  expect(isOtherZone('Pacific/Kiritimati')).toBe(true);
});
