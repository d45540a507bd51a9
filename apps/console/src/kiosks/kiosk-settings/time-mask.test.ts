import { KioskSettingsValues } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { expect, test } from 'vitest';
import { completeTime, maskTime } from './time-mask.ts';

test.each([
  ['', ''],
  ['1', '1'],
  ['08', '08'],
  ['083', '08:3'],
  ['0830', '08:30'],
  ['08:30', '08:30'],
  ['083015', '08:30:15'],
  ['0830159', '08:30:15'],
  ['9', '09'],
  ['930', '09:30'],
  ['23:59', '23:59'],
  ['ab1c2', '12'],
  ['12:', '12'],
  ['1:', '01'],
  ['1:3', '01:3'],
  ['2.15', '02:15'],
  ['7:30', '07:30'],
  ['kl. 9.30', '09:30'],
])('typing %o shows %o', (typed, shown) => {
  expect(maskTime(typed)).toBe(shown);
  expect(maskTime(shown)).toBe(shown);
});

test.each([
  ['24', '24'],
  ['2400', '24:00'],
  ['24:00', '24:00'],
  ['99', '09:9'],
  ['0860', '08:60'],
  ['12:60', '12:60'],
  ['1:5', '01:5'],
  ['08:3:1', '08:3:1'],
  ['9.30 pm', '9.30 pm'],
  ['12:30 A.M.', '12:30 A.M.'],
  ['noon', 'noon'],
])('%o, which is no time, is not made another', (typed, shown) => {
  expect(maskTime(typed)).toBe(shown);
  const { workingHoursStart } = KioskSettingsValues.shape;
  expect(workingHoursStart.safeParse(completeTime(shown)).success).toBe(false);
});

test.each([
  ['', '00:00'],
  ['7', '07:00'],
  ['2', '02:00'],
  ['08', '08:00'],
  ['08:30', '08:30'],
  ['08:30:10', '08:30:10'],
  // Where a sign in the middle was deleted.
  ['0:30', '00:30'],
  ['930', '09:30'],
  ['0830', '08:30'],
])('leaving %o makes it %o', (shown, time) => {
  expect(completeTime(shown)).toBe(time);
});

test.each([':30', '08:3', '08:30:1', '08:300', '012:30', 'x'])('leaving %o lets it stand, to be corrected', (shown) => {
  expect(completeTime(shown)).toBe(shown);
});
