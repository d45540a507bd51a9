import { sql } from 'kysely';
import type pg from 'pg';
import { CannotStart } from '../config.ts';
import { type Db, transaction } from './database.ts';

/** Any constant: held while a backup is made, so that no file goes whose row is in it. */
const backupLock = 7_130_011;

/** Takes the lock for as long as the connection lives. @throws {CannotStart} while another backup is made. */
export async function lockForBackup(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [backupLock]);
  if (!rows[0]?.taken) throw new CannotStart('Another backup is being made, or files are being removed. Try again.');
}

/** Removes files, unless a backup is being made: then they stay, and the next sweep takes them. */
export function unlessBackingUp(db: Db, remove: () => Promise<unknown>): Promise<void> {
  return transaction(db, async (db) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${backupLock}) as free`.execute(db);
    if (rows[0]?.free) await remove();
  });
}
