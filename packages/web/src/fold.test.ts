import { expect, test } from 'vitest';
import { fold } from './fold.ts';

test.each([
  ['Åse Ødegård', 'ase odegard'],
  ['ŁUKASZ', 'lukasz'],
  ['Straße', 'strasse'],
  ['Ægir', 'aegir'],
  ['José Ñandú', 'jose nandu'],
  ['İpek', 'ipek'],
])('compares %s as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});
