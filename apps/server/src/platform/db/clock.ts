import { type Db, onlyRow } from './database.ts';
import { typedSql, text } from './typed-sql.ts';

export async function timeOfDatabase(db: Db): Promise<Date> {
  const { rows } = await typedSql({ now: text })`select now()`.execute(db);
  return new Date(onlyRow(rows).now);
}
