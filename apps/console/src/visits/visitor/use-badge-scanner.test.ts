import { expect, test } from 'vitest';
import { createScanner, type Heard } from './use-badge-scanner.ts';

const code = 'V0000007A1B2C3D4E5N7Z';
const keys = Array.from(code);

function press(keys: readonly string[], apart: number): Heard[] {
  const scanner = createScanner();
  return keys.map((key, index) => scanner.press(key, 1000 + index * apart));
}

test('reads a code typed fast and ended by Enter, and keeps its keys from other fields', () => {
  const meanings = press([...keys, 'Enter'], 5);
  expect(meanings.at(-1)).toEqual({ code });
  expect(meanings.slice(1, -1)).toEqual(Array.from({ length: 20 }, () => 'part'));
});

test('reads a scanner that types lower-case letters, or holds Shift for each capital', () => {
  expect(press([...keys.map((key) => key.toLowerCase()), 'Enter'], 5).at(-1)).toEqual({ code });
  expect(press([...keys.flatMap((letter) => ['Shift', letter]), 'Enter'], 5).at(-1)).toEqual({ code });
});

test.for([
  { what: 'typed by hand', keys: [...keys, 'Enter'], apart: 120 },
  { what: 'too short', keys: [...keys.slice(0, -1), 'Enter'], apart: 5 },
  { what: 'too long', keys: [...keys, '7', 'Enter'], apart: 5 },
  { what: 'of another kind', keys: ['X', ...keys.slice(1), 'Enter'], apart: 5 },
  { what: 'with a letter that no code has', keys: [...keys.with(8, 'U'), 'Enter'], apart: 5 },
])('ignores keys that are $what', ({ keys: typed, apart }) => {
  expect(press(typed, apart).at(-1)).toBe('nothing');
});

test('ignores keys typed by a person', () => {
  expect(press(['n', '/', 'v', 'Enter', 'p', 'Tab'], 200)).toEqual(Array.from({ length: 6 }, () => 'nothing'));
});
