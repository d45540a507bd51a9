import { sql } from 'kysely';
import { type Db, transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';

/** A preview rolls back and returns the effect of an import. */
export function inPreview<Result>(db: Db, isPreview: boolean, work: (db: Db) => Promise<Result>): Promise<Result> {
  return transaction(db, async (db) => {
    if (!isPreview) return work(db);
    await sql`savepoint before_preview`.execute(db);
    const result = await work(db);
    await sql`rollback to savepoint before_preview`.execute(db);
    return result;
  });
}

/** Concurrent imports of a process. Each holds a database connection. */
const concurrency = 2;
const maxWaiting = 30;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Waits until few imports run, then imports a file. Holds no database connection while it waits.
 * @throws {Refusal} `unavailable` if too many wait
 */
export async function importInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < concurrency) running += 1;
  else {
    if (waiting.length >= maxWaiting) throw new Refusal('unavailable');
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
