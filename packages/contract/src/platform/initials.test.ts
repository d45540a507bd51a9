import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('initials are the first letters of the first and last word, in any script', () => {
  expect(initialsOf('Kari Marie Nordmann')).toBe('KN');
  expect(initialsOf(' Kari ')).toBe('K');
  expect(initialsOf('𠮷野 家')).toBe('𠮷家');
  expect(initialsOf('👩‍🚀 A\u030Ase')).toBe('👩‍🚀A\u030A');
});
