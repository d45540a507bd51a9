import type pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { type Db, onlyRow } from './database.ts';
import { bool, queryRows, typedSql } from './typed-sql.ts';

/** Any constant: held while a backup is made, so that no file goes whose row is in it. */
const backupLock = 7_130_011;

/** Takes the lock for as long as the connection lives. @throws {CannotStart} while another backup is made. */
export async function lockForBackup(client: pg.Client): Promise<void> {
  const rows = await queryRows(client, { taken: bool }, 'select pg_try_advisory_lock($1) as taken', [backupLock]);
  if (!onlyRow(rows).taken) throw new CannotStart('Another backup is being made. Try again.');
}

/**
 * Whether a backup is being made, which may hold the rows of files that nothing names any more: then they stay, and a later sweep takes
 * them. Asked once they are named by nothing, so that a backup which begins after the answer holds no row of theirs.
 */
export async function isBackingUp(db: Db): Promise<boolean> {
  const { rows } = await typedSql({ free: bool })`
    select pg_try_advisory_xact_lock_shared(${backupLock}) as free`.execute(db);
  return !onlyRow(rows).free;
}
