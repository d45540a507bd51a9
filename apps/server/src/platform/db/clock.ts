import { type Db, onlyRow } from './database.ts';
import { typedSql, text } from './typed-sql.ts';

/** The time by the clock of the database, which dates all that happened. That of a worker's machine may be off. */
export async function timeOfDatabase(db: Db): Promise<Date> {
  const { rows } = await typedSql({ now: text })`select now()`.execute(db);
  return new Date(onlyRow(rows).now);
}
