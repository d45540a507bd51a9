import { expect, test } from 'vitest';
import { newLicenceKey, readLicenceKey } from './key.ts';

test('a key has 25 unambiguous characters in groups of five and parses to itself', () => {
  const keys = Array.from({ length: 200 }, newLicenceKey);
  for (const key of keys) {
    expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(readLicenceKey(key)).toBe(key);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('a key is read however it was typed', () => {
  const key = '0123A-BCDEF-GHJKM-NPQRS-TVWX0';
  const whole = '01010-00000-00000-00000-00006';
  expect(readLicenceKey(whole)).toBe(whole);
  expect(readLicenceKey('olo10 00000 00000 00000 00006')).toBe(whole);
  expect(readLicenceKey('0i0L000000000000000000006')).toBe(whole);
  expect(readLicenceKey(`${key.slice(0, -1)}U`)).toBeUndefined();
  expect(readLicenceKey(whole.slice(1))).toBeUndefined();
  expect(readLicenceKey('')).toBeUndefined();
});

test('one wrong character, wherever it is, makes it no key', () => {
  const key = newLicenceKey();
  for (const [index, character] of [...key].entries()) {
    if (character === '-') continue;
    for (const wrong of '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.replace(character, '')) {
      expect(readLicenceKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBeUndefined();
    }
  }
});

test('two neighbours that changed places make it no key', () => {
  const whole = '01010-00000-00000-00000-00006';
  expect(readLicenceKey('10010-00000-00000-00000-00006')).toBeUndefined();
  expect(readLicenceKey('00110-00000-00000-00000-00006')).toBeUndefined();
  expect(readLicenceKey('01010-00000-00000-00000-00060')).toBeUndefined();
  expect(readLicenceKey(whole)).toBe(whole);
});
