import { randomBytes } from 'node:crypto';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';

const randomLength = 24;
const shape = new RegExp(`^[${crockford}]{${randomLength + 1}}$`);

/** A new key: 120 random bits and the character that checks them, in groups of five. */
export function newLicenceKey(): string {
  const characters = Array.from(randomBytes(randomLength), (byte) => characterOf(byte)).join('');
  return inGroups(characters + checkOf(characters));
}

/** A key as somebody typed it. Undefined for what cannot be one, as when one character is wrong or two neighbours changed places. */
export function readLicenceKey(typed: string): string | undefined {
  const characters = readCrockford(typed);
  if (!shape.test(characters)) return undefined;
  const isWhole = checkOf(characters.slice(0, randomLength)) === characters.slice(randomLength);
  return isWhole ? inGroups(characters) : undefined;
}

/**
 * The sum of the values, every second one three times, modulo 32. Both factors are odd, so any single wrong character changes it;
 * their difference makes it see neighbours that changed places, unless their values are 16 apart.
 */
function checkOf(characters: string): string {
  const values = Array.from(characters, (character) => crockford.indexOf(character));
  return characterOf(values.reduce((sum, value, index) => sum + value * (index % 2 === 0 ? 1 : 3), 0));
}

function characterOf(value: number): string {
  return crockford.charAt(value % crockford.length);
}

function inGroups(characters: string): string {
  return characters.replaceAll(/.{5}(?=.)/g, '$&-');
}
