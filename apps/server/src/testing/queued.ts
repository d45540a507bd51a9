import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Db, onlyRow } from '../platform/db/database.ts';
import { typedSql } from '../platform/db/typed-sql.ts';

/** Each call starts once the former waits, so that they continue in this order. */
export async function queuedBehind<Answer>(
  db: Db,
  lock: RawBuilder<unknown>,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const begun: Promise<Answer>[] = [];
  let ended = 0;
  await db.transaction().execute(async (held) => {
    // On a busy machine, the calls take longer than a transaction may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    await lock.execute(held);
    for (const call of calls) {
      begun.push(call().finally(() => (ended += 1)));
      await expect.poll(async () => ended + (await waiting(db))).toBeGreaterThanOrEqual(begun.length);
    }
  });
  return Promise.all(begun);
}

/** Do not use in a transaction, which would always see the same. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await expect.poll(() => waiting(db)).toBeGreaterThanOrEqual(count);
}

async function waiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

export async function longestIdle(db: Db): Promise<number> {
  const { rows } = await typedSql({ seconds: z.number() })`
    select coalesce(extract(epoch from max(clock_timestamp() - state_change)), 0)::float as seconds from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(db);
  return onlyRow(rows).seconds;
}
