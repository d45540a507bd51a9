import { expect, test } from 'vitest';
import { groupKey, isWholeKey } from './LicenseScreen.tsx';

test('a key is shown in groups of five, however it is typed', () => {
  expect(groupKey('abcde fgh')).toBe('ABCDE-FGH');
  expect(groupKey('ABCDE-')).toBe('ABCDE');
  expect(groupKey(`${'abcde'.repeat(5)}xyz`)).toBe('ABCDE-ABCDE-ABCDE-ABCDE-ABCDE');
});

test('a key is whole with 25 characters', () => {
  expect(isWholeKey('ABCDE-ABCDE-ABCDE-ABCDE-ABCDE')).toBe(true);
  expect(isWholeKey('ABCDE-ABCDE-ABCDE-ABCDE-ABCD')).toBe(false);
});
