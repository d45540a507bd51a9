import { randomBytes } from 'node:crypto';

/** The digits and letters of Crockford's base32: none that is read or heard as another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 24;
const shape = new RegExp(`^[${alphabet}]{${randomLength + 1}}$`);

/** A new key: 120 random bits and the character that checks them, in groups of five. */
export function newLicenceKey(): string {
  const characters = Array.from(randomBytes(randomLength), (byte) => characterOf(byte)).join('');
  return inGroups(characters + checkOf(characters));
}

/**
 * A key as somebody typed it: case, spaces and dashes do not count, and O, I and L are the digits that they look like.
 * Undefined for what cannot be a key, as when one character is wrong or two neighbours changed places.
 */
export function readLicenceKey(typed: string): string | undefined {
  const characters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!shape.test(characters)) return undefined;
  const isWhole = checkOf(characters.slice(0, randomLength)) === characters.slice(randomLength);
  return isWhole ? inGroups(characters) : undefined;
}

/**
 * The sum of the values, every second one three times, modulo 32. Both factors are odd, so any single wrong character changes it;
 * their difference makes it see neighbours that changed places, unless their values are 16 apart.
 */
function checkOf(characters: string): string {
  const values = Array.from(characters, (character) => alphabet.indexOf(character));
  return characterOf(values.reduce((sum, value, index) => sum + value * (index % 2 === 0 ? 1 : 3), 0));
}

function characterOf(value: number): string {
  return alphabet.charAt(value % alphabet.length);
}

function inGroups(characters: string): string {
  return characters.replaceAll(/.{5}(?=.)/g, '$&-');
}
