import type pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { type Db, onlyRow } from './database.ts';
import { bool, queryRows, typedSql } from './typed-sql.ts';

const backupLock = 7_130_011;

export async function lockForBackup(client: pg.Client): Promise<void> {
  const rows = await queryRows(client, { taken: bool }, 'select pg_try_advisory_lock($1) as taken', [backupLock]);
  if (!onlyRow(rows).taken) throw new CannotStart('Another backup is being made. Try again.');
}

/** A running backup may contain rows of unused files, so these stay until a later sweep. Ask after deleting their rows. */
export async function isBackingUp(db: Db): Promise<boolean> {
  const { rows } = await typedSql({ free: bool })`
    select pg_try_advisory_xact_lock_shared(${backupLock}) as free`.execute(db);
  return !onlyRow(rows).free;
}
