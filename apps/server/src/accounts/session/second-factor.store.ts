import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { bool, bytes, int, typedSql } from '../../platform/db/typed-sql.ts';

export interface FactorRow {
  secret: Buffer;
  confirmed_at: string | null;
}

export async function findFactor(db: Db, userId: number): Promise<FactorRow | undefined> {
  return db
    .selectFrom('second_factor')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function holdPassword(db: Db, userId: number, passwordHash: string | null): Promise<boolean> {
  const { rows } = await sql`
    select id from user_account where id = ${userId} and password_hash is not distinct from ${passwordHash} for share`.execute(
    db,
  );
  return rows.length > 0;
}

export async function keepDraft(db: Db, userId: number, secret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factor (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, created_at = now() where second_factor.confirmed_at is null
    returning user_id`.execute(db);
  return rows.length > 0;
}

export async function confirmFactor(db: Db, userId: number, secret: Buffer, step: number): Promise<boolean> {
  const { rows } = await sql`
    update second_factor set confirmed_at = now(), last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and confirmed_at is null returning user_id`.execute(db);
  return rows.length > 0;
}

export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    update second_factor set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and coalesce(last_step, 0) < ${step} returning user_id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function takeRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_code where user_id = ${userId} and code_hash = ${hash} returning user_id`.execute(db);
  return rows.length > 0;
}

export async function listUnmarked(
  db: Db,
  mark: Buffer,
  { afterUser, limit }: { afterUser: number; limit: number },
): Promise<{ user_id: number; secret: Buffer }[]> {
  const { rows } = await typedSql({ user_id: int, secret: bytes })`
    select user_id, secret from second_factor
    where user_id > ${afterUser} and substring(secret for ${sql.lit(mark.length)}) <> ${mark}
    order by user_id limit ${limit}`.execute(db);
  return rows;
}

export async function replaceSecret(db: Db, userId: number, sealed: Buffer, resealed: Buffer): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ secret: resealed })
    .where('user_id', '=', userId)
    .where('secret', '=', sealed)
    .execute();
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { rows } = await typedSql({ counted: int })`
    select count(*) as counted from recovery_code where user_id = ${userId}`.execute(db);
  return rows[0]?.counted ?? 0;
}

export async function deleteFactor(db: Db, userId: number): Promise<boolean> {
  const { rows } = await typedSql({ was_on: bool })`
    delete from second_factor where user_id = ${userId} returning confirmed_at is not null as was_on`.execute(db);
  return rows[0]?.was_on ?? false;
}
