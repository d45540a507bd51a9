import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault } from '../../platform/db/sealed.ts';
import { crockford } from '../../platform/values/crockford.ts';
import { testVault } from '../../testing/server.ts';
import { badgeCode, readBadgeCode } from './code.ts';

const subject = fc.record({
  kind: fc.constantFrom('visit' as const, 'visitor' as const),
  id: fc.integer({ min: 1, max: 2_147_483_647 }),
});

test('reads a code in either case, with or without groups', () => {
  const property = fc.property(subject, (subject) => {
    const code = badgeCode(testVault, subject);
    expect(code).toMatch(new RegExp(`^[${crockford}]{21}$`));
    for (const typed of [code, code.toLowerCase(), code.replaceAll(/.{4}/g, '$& '), code.replaceAll('0', 'o')]) {
      expect(readBadgeCode(testVault, typed)).toEqual(subject);
    }
  });
  fc.assert(property, { numRuns: 200 });
});

test('a code with one changed character is invalid', () => {
  const code = badgeCode(testVault, { kind: 'visit', id: 4711 });
  for (const [place, letter] of Array.from(code).entries()) {
    for (const other of crockford.replace(letter, '')) {
      expect(readBadgeCode(testVault, code.slice(0, place) + other + code.slice(place + 1))).toBeUndefined();
    }
  }
});

test('a code of another key is invalid until that key is known', () => {
  const code = badgeCode(createVault('the key of last year, long enough'), { kind: 'visitor', id: 7 });
  expect(readBadgeCode(testVault, code)).toBeUndefined();
  const withBoth = createVault('the key of this year, long enough', ['the key of last year, long enough']);
  expect(readBadgeCode(withBoth, code)).toEqual({ kind: 'visitor', id: 7 });
});

test.for(['', 'V', 'https://example.com', 'V'.repeat(21), '0'.repeat(21), 'x'.repeat(5000)])(
  'refuses %j as a code',
  (text) => {
    expect(readBadgeCode(testVault, text)).toBeUndefined();
  },
);
