import { expect, test } from 'vitest';
import { newLicenseKey, readLicenseKey } from './key.ts';

test('a key has 25 unambiguous characters in groups of five and parses to itself', () => {
  const keys = Array.from({ length: 200 }, newLicenseKey);
  for (const key of keys) {
    expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(readLicenseKey(key)).toBe(key);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('parses a key in any spelling', () => {
  const key = '0123A-BCDEF-GHJKM-NPQRS-TVWX0';
  const whole = '01010-00000-00000-00000-00006';
  expect(readLicenseKey(whole)).toBe(whole);
  expect(readLicenseKey('olo10 00000 00000 00000 00006')).toBe(whole);
  expect(readLicenseKey('0i0L000000000000000000006')).toBe(whole);
  expect(readLicenseKey(`${key.slice(0, -1)}U`)).toBeUndefined();
  expect(readLicenseKey(whole.slice(1))).toBeUndefined();
  expect(readLicenseKey('')).toBeUndefined();
});

test('one wrong character, anywhere, makes a key invalid', () => {
  const key = newLicenseKey();
  for (const [index, character] of [...key].entries()) {
    if (character === '-') continue;
    for (const wrong of '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.replace(character, '')) {
      expect(readLicenseKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBeUndefined();
    }
  }
});

test('two swapped neighbors make a key invalid', () => {
  const whole = '01010-00000-00000-00000-00006';
  expect(readLicenseKey('10010-00000-00000-00000-00006')).toBeUndefined();
  expect(readLicenseKey('00110-00000-00000-00000-00006')).toBeUndefined();
  expect(readLicenseKey('01010-00000-00000-00000-00060')).toBeUndefined();
  expect(readLicenseKey(whole)).toBe(whole);
});
