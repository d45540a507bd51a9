import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { hashOf } from '../../platform/http/secret.ts';
import { crockford } from '../../platform/values/crockford.ts';

const secretBytes = 20;
const codeLength = 8;

/** Place of `pass.secret` for the vault. */
export function placeOfPass(guestId: number): string {
  return `pass.secret:${guestId}`;
}

/** The 8 characters below the QR code. They are short, so they only work online and within the limits of guesses. */
export function codeOfPass(secret: string): string {
  const bytes = hashOf(`code of ${secret}`);
  return Array.from(bytes.subarray(0, codeLength), (byte) => crockford.charAt(byte % crockford.length)).join('');
}

export function hashOfCode(vault: Vault, companyId: number, code: string): Buffer {
  return vault.sign('pass code', `${companyId}:${code}`);
}

/** Gives new guests a pass. A company's codes are unique, so a code that is taken is drawn again. */
export async function givePasses(db: Db, vault: Vault, companyId: number, guestIds: readonly number[]): Promise<void> {
  let missing = [...guestIds];
  while (missing.length > 0) {
    const passes = missing.map((guestId) => {
      const secret = randomBytes(secretBytes).toString('base64url');
      return {
        guestId,
        secretHash: hashOf(secret),
        secret: vault.seal(placeOfPass(guestId), secret),
        codeHash: hashOfCode(vault, companyId, codeOfPass(secret)),
      };
    });
    const { rows } = await sql<{ guest_id: number }>`
      insert into pass (guest_id, company_id, secret_hash, secret, code_hash)
      select guest_id, ${companyId}::int, secret_hash, secret, code_hash from unnest(
        ${passes.map(({ guestId }) => guestId)}::int[], ${passes.map(({ secretHash }) => secretHash)}::bytea[],
        ${passes.map(({ secret }) => secret)}::bytea[], ${passes.map(({ codeHash }) => codeHash)}::bytea[]
      ) as given (guest_id, secret_hash, secret, code_hash)
      on conflict (company_id, code_hash) do nothing
      returning guest_id`.execute(db);
    const given = new Set(rows.map(({ guest_id: id }) => id));
    missing = missing.filter((id) => !given.has(id));
  }
}
