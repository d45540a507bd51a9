import { sql } from 'kysely';
import { type Db, onlyRow } from './database.ts';

/** The time by the clock of the database, which dates all that happened. That of a worker's machine may be off. */
export async function timeOfDatabase(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select now()`.execute(db);
  return new Date(onlyRow(rows).now);
}
