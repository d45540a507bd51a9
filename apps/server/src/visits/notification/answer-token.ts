import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';

export const answerPath = '/answer';
export const stayPath = '/stay';

const signatureBytes = 16;
const signatureLength = 26;
const idLength = 7;
// 26 letters have 130 bits, so the first letter of a 128-bit signature is one of eight.
const shape = new RegExp(
  `^([${crockford.slice(1)}][${crockford}]{0,${idLength - 1}})([${crockford}]{${idLength}})?([0-7][${crockford}]{${signatureLength - 1}})$`,
);

/**
 * The id of the visit, and of the colleague who is asked in place of the host, with a 128-bit signature. Nothing is stored, so later
 * messages contain the same link.
 */
export function answerToken(vault: Vault, visitId: number, colleagueId?: number): string {
  return tokenFor(vault, 'answer', { visitId, colleagueId });
}

/** The link of a visitor without a pass, signed for another purpose than that of the host. */
export function stayToken(vault: Vault, visitId: number): string {
  return tokenFor(vault, 'stay', { visitId, colleagueId: undefined });
}

type Purpose = 'answer' | 'stay';

interface Asked {
  visitId: number;
  /** Undefined for the host. */
  colleagueId: number | undefined;
}

function tokenFor(vault: Vault, purpose: Purpose, asked: Asked): string {
  const { visitId, colleagueId } = asked;
  const signature = BigInt(`0x${vault.sign(purpose, signed(asked)).subarray(0, signatureBytes).toString('hex')}`);
  return (
    toLetters(BigInt(visitId), idLength).replace(/^0+/, '') +
    (colleagueId === undefined ? '' : toLetters(BigInt(colleagueId) ^ maskOf(signature), idLength)) +
    toLetters(signature, signatureLength)
  );
}

/** Zeros of a small id would look like the digits of a phone. */
function maskOf(signature: bigint): bigint {
  return signature & (2n ** BigInt(5 * idLength) - 1n);
}

function signed({ visitId, colleagueId }: Asked): string {
  return colleagueId === undefined ? String(visitId) : `${visitId} ${colleagueId}`;
}

/** Undefined for a text that no link of an answer contains. */
export function readAnswerToken(vault: Vault, token: string): Asked | undefined {
  return readToken(vault, 'answer', token);
}

export function readStayToken(vault: Vault, token: string): number | undefined {
  return readToken(vault, 'stay', token)?.visitId;
}

/** 0 without the visit, so that the lookup takes the same time. */
export async function findCompanyOfVisit(db: Db, visitId: number): Promise<number> {
  const { rows } = await typedSql({ company_id: int })`select company_id from visit where id = ${visitId}`.execute(db);
  return rows[0]?.company_id ?? 0;
}

function readToken(vault: Vault, purpose: Purpose, token: string): Asked | undefined {
  const [, visit = '', colleague, signature = ''] = shape.exec(readCrockford(token)) ?? [];
  const given = fromLetters(signature);
  const bytes = Buffer.from(given.toString(16).padStart(2 * signatureBytes, '0'), 'hex');
  const asked = {
    visitId: Number(fromLetters(visit)),
    colleagueId: colleague === undefined ? undefined : Number(fromLetters(colleague) ^ maskOf(given)),
  };
  return vault.isSigned(purpose, signed(asked), bytes, signatureBytes) ? asked : undefined;
}

function toLetters(value: bigint, length: number): string {
  const shifts = Array.from({ length }, (_, place) => BigInt(5 * (length - 1 - place)));
  return shifts.map((shift) => crockford.charAt(Number((value >> shift) & 31n))).join('');
}

function fromLetters(text: string): bigint {
  return Array.from(text).reduce((value, letter) => value * 32n + BigInt(crockford.indexOf(letter)), 0n);
}
