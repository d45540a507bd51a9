import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from './refusal.ts';
import { int, typedSql } from '../db/typed-sql.ts';

export interface Limit {
  uses: number;
  seconds: number;
}

/**
 * Counts a use, in all processes. A refusal inside a transaction is not counted.
 * @throws {Refusal} `tooManyRequests`, with the seconds until the window ends
 */
export async function countUse(db: Db, subject: string, limit: Limit): Promise<void> {
  const { rows } = await typedSql({ uses: int, seconds_left: int })`
    insert into limit_count (subject, uses, window_ends_at)
    values (${subject}, 1, now() + make_interval(secs => ${limit.seconds}))
    on conflict (subject) do update set
      uses = case when limit_count.window_ends_at <= now() then 1 else limit_count.uses + 1 end,
      window_ends_at = case when limit_count.window_ends_at <= now() then excluded.window_ends_at else limit_count.window_ends_at end
    returning uses, ceil(extract(epoch from window_ends_at - now()))::int as seconds_left`.execute(db);
  const [count] = rows;
  if (count && count.uses > limit.uses) throw new Refusal('tooManyRequests', { secondsLeft: count.seconds_left });
}

export async function takeBackUse(db: Db, subject: string): Promise<void> {
  await sql`update limit_count set uses = uses - 1 where subject = ${subject} and uses > 0`.execute(db);
}

/**
 * Counts a guess before it runs, so that parallel guesses stay within the limit. Only misses stay counted.
 * @throws {Refusal} `tooManyRequests`, and the refusal of the guess
 */
export async function countMisses<Result>(
  db: Db,
  { subject, limit, isMiss }: { subject: string; limit: Limit; isMiss: (refusal: Refusal) => boolean },
  guess: () => Promise<Result>,
): Promise<Result> {
  await countUse(db, subject, limit);
  let hasMissed = false;
  try {
    return await guess();
  } catch (error) {
    hasMissed = error instanceof Refusal && isMiss(error);
    throw error;
  } finally {
    if (!hasMissed) await takeBackUse(db, subject);
  }
}

export async function refuseOverLimit(db: Db, subject: string, limit: Limit): Promise<void> {
  const { rows } = await typedSql({ seconds_left: int })`
    select ceil(extract(epoch from window_ends_at - now()))::int as seconds_left
    from limit_count where subject = ${subject} and uses >= ${limit.uses} and window_ends_at > now()`.execute(db);
  const [count] = rows;
  if (count) throw new Refusal('tooManyRequests', { secondsLeft: count.seconds_left });
}
