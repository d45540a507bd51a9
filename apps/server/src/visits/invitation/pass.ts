import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db, Reach } from '../../platform/db/database.ts';
import { CannotOpen, type Vault } from '../../platform/db/sealed.ts';
import { bytes, int, typedSql } from '../../platform/db/typed-sql.ts';
import { hashOf } from '../../platform/http/secret.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';
import { placeOfPass } from '../badge/code.ts';

/** 130 bits. A badge has 21 letters and a pass code 8, so the length tells them apart. Capitals keep the QR code small. */
const secretLength = 26;
const codeLength = 8;

function newPassSecret(): string {
  return lettersOf(randomBytes(secretLength));
}

function lettersOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => crockford.charAt(byte % crockford.length)).join('');
}

const shape = new RegExp(`^[${crockford}]{${secretLength}}$`);

/** Undefined for a text that no link of a pass contains. */
export function readPassToken(token: string): string | undefined {
  const letters = readCrockford(token);
  return shape.test(letters) ? letters : undefined;
}

/** The 8 characters below the QR code. They are short, so they only work online and within the limits of guesses. */
export function codeOfPass(secret: string): string {
  return lettersOf(hashOf(`code of ${secret}`).subarray(0, codeLength));
}

export function hashOfCode(vault: Vault, companyId: number, code: string): Buffer {
  return vault.sign('pass code', `${companyId}:${code}`);
}

/** Gives new guests a pass. A company's codes are unique, so a code that is taken is drawn again. */
export async function givePasses(db: Db, vault: Vault, companyId: number, guestIds: readonly number[]): Promise<void> {
  let missing = [...guestIds];
  while (missing.length > 0) {
    const passes = missing.map((guestId) => {
      const secret = newPassSecret();
      return {
        guestId,
        secretHash: hashOf(secret),
        secret: vault.seal(placeOfPass(guestId), secret),
        codeHash: hashOfCode(vault, companyId, codeOfPass(secret)),
      };
    });
    const { rows } = await typedSql({ guest_id: int })`
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

const batchSize = 500;

/** Seals secrets with a new key, and renews the keyed hashes of codes. Keeps passes that cannot be opened, because their key may be found. */
export function renewPasses({ vault, log }: { vault: Vault; log: FastifyBaseLogger }): ScheduledJob {
  const run = async ({ acrossCompanies, within }: Reach) => {
    for (let after = { companyId: 0, guestId: 0 }; ;) {
      const rows = await listUnmarked(acrossCompanies, vault, after);
      for (const { guest_id: guestId, company_id: companyId, secret } of rows) {
        after = { companyId, guestId };
        await renewPass(within([companyId]), vault, { guestId, companyId, secret }).catch((error: unknown) => {
          if (!(error instanceof CannotOpen)) throw error;
          log.error('a pass cannot be opened: its key is not in SECRET_KEY_PREVIOUS');
        });
      }
      if (rows.length < batchSize) return;
    }
  };
  return { name: 'renew-passes', cron: '*/5 * * * *', run };
}

async function listUnmarked(db: Db, { mark }: Vault, after: { companyId: number; guestId: number }) {
  const { rows } = await typedSql({ guest_id: int, company_id: int, secret: bytes })`
    select guest_id, company_id, secret from pass
    where (company_id, guest_id) > (${after.companyId}, ${after.guestId}) and substring(secret for ${sql.lit(mark.length)}) <> ${mark}
    order by company_id, guest_id limit ${batchSize}`.execute(db);
  return rows;
}

async function renewPass(
  db: Db,
  vault: Vault,
  { guestId, companyId, secret: sealed }: { guestId: number; companyId: number; secret: Buffer },
): Promise<void> {
  const secret = vault.open(placeOfPass(guestId), sealed);
  await db
    .updateTable('pass')
    .set({
      secret: vault.seal(placeOfPass(guestId), secret),
      code_hash: hashOfCode(vault, companyId, codeOfPass(secret)),
    })
    .where('company_id', '=', companyId)
    .where('guest_id', '=', guestId)
    .execute();
}
