import { sql } from 'kysely';
import { type Db, transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';

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

/** How many files are imported side by side in a process: each holds a connection to the database until all of it is written. */
const atOnce = 2;
const mostWaiting = 30;

let running = 0;
const waiting: (() => void)[] = [];

/** Imports a file once there are few others: until then it holds nothing that desks need. @throws {Refusal} `unavailable` in a crowd */
export async function importInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running += 1;
  else {
    if (waiting.length >= mostWaiting) throw new Refusal('unavailable');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
