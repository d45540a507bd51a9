import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../db/database.ts';

/**
 * Makes calls while somebody holds what `lock` locks, each begun once those before it wait or have ended, so that they go on in this order.
 * Answers theirs.
 */
export async function queuedBehind<Answer>(
  db: Db,
  lock: RawBuilder<unknown>,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const begun: Promise<Answer>[] = [];
  let ended = 0;
  await db.transaction().execute(async (held) => {
    await lock.execute(held);
    for (const call of calls) {
      begun.push(call().finally(() => (ended += 1)));
      const reached = async () => ended + (await waitingForLocks(db));
      await expect.poll(reached, { timeout: 10_000, interval: 10 }).toBe(begun.length);
    }
  });
  return Promise.all(begun);
}

/** How many connections to this database wait for what another one has locked. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
