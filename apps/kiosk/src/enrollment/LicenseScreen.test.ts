import { expect, test } from 'vitest';
import { groupKey, isWholeKey } from './LicenseScreen.tsx';

test('shows a license key in groups of five characters', () => {
  expect(groupKey('abcde fgh')).toBe('ABCDE-FGH');
  expect(groupKey('ABCDE-')).toBe('ABCDE');
  expect(groupKey(`${'abcde'.repeat(5)}xyz`)).toBe('ABCDE-ABCDE-ABCDE-ABCDE-ABCDE');
});

test('a license key is complete with 25 characters', () => {
  expect(isWholeKey('ABCDE-ABCDE-ABCDE-ABCDE-ABCDE')).toBe(true);
  expect(isWholeKey('ABCDE-ABCDE-ABCDE-ABCDE-ABCD')).toBe(false);
});
