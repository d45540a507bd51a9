import { randomInt } from 'node:crypto';

/** The digits and letters of Crockford's base32: none that is read or heard as another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** A new partner code: 40 random bits. */
export function newPartnerCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A code as somebody typed it: case, spaces and dashes do not count, and O, I and L are the digits that they look like. */
export function readPartnerCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
