import { expect, test } from 'vitest';
import { CannotOpen, createVault } from './sealed.ts';

const first = 'the first secret, of more than 32 letters';
const second = 'the second secret, of more than 32 letters';

test('opens a sealed value, which looks random', () => {
  const vault = createVault(first);
  const sealed = vault.seal('message.content:1', 'Åse Ødegård');
  expect(sealed.includes('degård')).toBe(false);
  expect(vault.open('message.content:1', sealed)).toBe('Åse Ødegård');
});

test('seals the same text into other bytes each time', () => {
  const vault = createVault(first);
  expect(vault.seal('a', 'text').equals(vault.seal('a', 'text'))).toBe(false);
});

test('seals a text deterministically on request, and another text or place into other bytes', () => {
  const vault = createVault(first);
  const sealed = vault.sealAlike('a', 'text');
  expect(vault.open('a', sealed)).toBe('text');
  expect(vault.sealAlike('a', 'text').equals(sealed)).toBe(true);
  const iv = (bytes: Buffer) => bytes.subarray(vault.mark.length, vault.mark.length + 12).toString('hex');
  const ivs = [
    sealed,
    vault.sealAlike('a', 'next'),
    vault.sealAlike('b', 'text'),
    createVault(second).sealAlike('a', 'text'),
  ];
  expect(new Set(ivs.map(iv)).size).toBe(4);
});

test('a value sealed for one row cannot be opened in another', () => {
  const vault = createVault(first);
  expect(() => vault.open('message.content:2', vault.seal('message.content:1', 'text'))).toThrow(CannotOpen);
});

test('detects a changed byte anywhere', () => {
  const vault = createVault(first);
  const sealed = vault.seal('a', 'text');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => vault.open('a', changed)).toThrow(CannotOpen);
  }
  expect(() => vault.open('a', sealed.subarray(0, 20))).toThrow(CannotOpen);
});

test('opens values sealed with an older key while that key is set', () => {
  const sealed = createVault(first).seal('a', 'text');
  expect(createVault(second, [first]).open('a', sealed)).toBe('text');
  expect(() => createVault(second).open('a', sealed)).toThrow(/SECRET_KEY_PREVIOUS/);
});

test('seals new values with the new key only', () => {
  const sealed = createVault(second, [first]).seal('a', 'text');
  expect(createVault(second).open('a', sealed)).toBe('text');
  expect(() => createVault(first).open('a', sealed)).toThrow(CannotOpen);
});

test('accepts a key in hexadecimal digits and in base64', () => {
  const bytes = Buffer.from('thirty-two bytes, as is said so.');
  const sealed = createVault(bytes.toString('hex')).seal('a', 'text');
  expect(createVault(bytes.toString('base64')).open('a', sealed)).toBe('text');
});

test('a signature is valid for its text and use, with a known key', () => {
  const signature = createVault(first).sign('a', 'text');
  expect(createVault(second, [first]).isSigned('a', 'text', signature)).toBe(true);
  expect(createVault(first).isSigned('a', 'other text', signature)).toBe(false);
  expect(createVault(first).isSigned('b', 'text', signature)).toBe(false);
  expect(createVault(first).isSigned('a', 'text', signature.subarray(1))).toBe(false);
  expect(createVault(second).isSigned('a', 'text', signature)).toBe(false);
});
