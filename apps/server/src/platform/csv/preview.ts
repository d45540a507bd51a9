import { sql } from 'kysely';
import { type Db, transaction } from '../db/database.ts';

/** Does the work in one transaction; for a preview it is taken back, so that what is answered is what would have happened. */
export function inPreview<Result>(db: Db, isPreview: boolean, work: (db: Db) => Promise<Result>): Promise<Result> {
  return transaction(db, async (db) => {
    if (!isPreview) return work(db);
    await sql`savepoint before_preview`.execute(db);
    const result = await work(db);
    await sql`rollback to savepoint before_preview`.execute(db);
    return result;
  });
}
