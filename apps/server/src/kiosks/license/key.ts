import { randomBytes } from 'node:crypto';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';

const randomLength = 24;
const shape = new RegExp(`^[${crockford}]{${randomLength + 1}}$`);

export function newLicenseKey(): string {
  const characters = Array.from(randomBytes(randomLength), (byte) => characterOf(byte)).join('');
  return inGroups(characters + checkOf(characters));
}

export function readLicenseKey(typed: string): string | undefined {
  const characters = readCrockford(typed);
  if (!shape.test(characters)) return undefined;
  const isWhole = checkOf(characters.slice(0, randomLength)) === characters.slice(randomLength);
  return isWhole ? inGroups(characters) : undefined;
}

/**
 * Sums the values modulo 32, every second one three times. This detects any wrong character, and swapped neighbors unless their values
 * are 16 apart.
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
