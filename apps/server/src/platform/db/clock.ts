import { type Db, onlyRow } from './database.ts';
import { typedSql, text } from './typed-sql.ts';

/** The time of the database. A worker's machine may differ. */
export async function timeOfDatabase(db: Db): Promise<Date> {
  const { rows } = await typedSql({ now: text })`select now()`.execute(db);
  return new Date(onlyRow(rows).now);
}
