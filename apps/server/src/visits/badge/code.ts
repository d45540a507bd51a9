import type { Vault } from '../../platform/db/sealed.ts';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';

export interface BadgeSubject {
  kind: 'visit' | 'visitor';
  id: number;
}

export const passPath = '/pass';

/** Place of `pass.secret` for the vault. */
export function placeOfPass(guestId: number): string {
  return `pass.secret:${guestId}`;
}

const letters = { visit: 'V', visitor: 'P' } as const;
const idLength = 7;
const signatureBytes = 8;
const signatureLength = 13;
// 13 letters have 65 bits, so the first letter of a 64-bit signature is in the lower half.
const shape = new RegExp(`^([VP])([${crockford}]{${idLength}})([0-9A-F][${crockford}]{${signatureLength - 1}})$`);

/** 21 characters with kind, id and a 64-bit signature. Nothing is stored. */
export function badgeCode(vault: Vault, { kind, id }: BadgeSubject): string {
  const subject = letters[kind] + toLetters(BigInt(id), idLength);
  return subject + toLetters(vault.sign('badge', subject).readBigUInt64BE(), signatureLength);
}

export function readBadgeCode(vault: Vault, scanned: string): BadgeSubject | undefined {
  const [, letter, id = '', signature = ''] = shape.exec(readCrockford(scanned)) ?? [];
  if (!letter) return undefined;
  const bytes = Buffer.alloc(signatureBytes);
  bytes.writeBigUInt64BE(fromLetters(signature));
  if (!vault.isSigned('badge', letter + id, bytes, signatureBytes)) return undefined;
  return { kind: letter === letters.visit ? 'visit' : 'visitor', id: Number(fromLetters(id)) };
}

/** Whether the text has the form of a code, signed or not. */
export function isLikeBadgeCode(scanned: string): boolean {
  return shape.test(readCrockford(scanned));
}

function toLetters(value: bigint, length: number): string {
  const shifts = Array.from({ length }, (_, place) => BigInt(5 * (length - 1 - place)));
  return shifts.map((shift) => crockford.charAt(Number((value >> shift) & 31n))).join('');
}

function fromLetters(text: string): bigint {
  return Array.from(text).reduce((value, letter) => value * 32n + BigInt(crockford.indexOf(letter)), 0n);
}
