import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('a name stands as the first letters of its first and last word, whatever its letters are made of', () => {
  expect(initialsOf('Kari Marie Nordmann')).toBe('KN');
  expect(initialsOf(' Kari ')).toBe('K');
  expect(initialsOf('𠮷野 家')).toBe('𠮷家');
  expect(initialsOf('👩‍🚀 A\u030Ase')).toBe('👩‍🚀A\u030A');
});
