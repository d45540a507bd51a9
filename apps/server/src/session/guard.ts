import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';

/** Wrong passwords from one network for one account, and from all networks together, before it is blocked for an hour. */
const attemptLimit = 5;
const attemptLimitEverywhere = 50;
const everywhere = '*';
const blockSeconds = 3_600;

/** An attempt to guess the password of an account, already counted as failed. */
export interface Attempt {
  /** Takes back the count: the password was right. */
  succeed(db: Db): Promise<void>;
  /** Takes back this count alone: what was given was right, and not all that it takes. */
  undo(db: Db): Promise<void>;
  /**
   * The refusal of a wrong password at sign-in, or of what else was `wrong`: how many tries are left, or the block that the last of them
   * brought.
   */
  failure(wrong?: { field: string; reason: 'currentPasswordIncorrect' | 'incorrectCode' }): Refusal;
}

/**
 * Counts an attempt before the password is looked at, so that guesses made side by side are all counted. The count is of the
 * e-mail address, whether or not an account has it. It starts anew an hour after the first failure.
 * @throws {Refusal} `accountBlocked` while blocked, whatever the password.
 */
export async function countAttempt(db: Db, email: string, network: string): Promise<Attempt> {
  const account = accountOf(email);
  const here = await raise(db, account, network, attemptLimit);
  try {
    await raise(db, account, everywhere, attemptLimitEverywhere);
  } catch (error) {
    // The password is not looked at: who waits for others' guesses to be over has made none.
    await lower(db, account, network, attemptLimit);
    throw error;
  }
  return {
    async succeed(db) {
      await db.deleteFrom('sign_in_failure').where('account', '=', account).where('network', '=', network).execute();
      await lower(db, account, everywhere, attemptLimitEverywhere);
    },
    async undo(db) {
      await lower(db, account, network, attemptLimit);
      await lower(db, account, everywhere, attemptLimitEverywhere);
    },
    failure(wrong) {
      if (here >= attemptLimit) return new Refusal('accountBlocked', { secondsLeft: blockSeconds });
      const attempts = { attemptsMade: here, attemptsLeft: attemptLimit - here };
      if (!wrong) return new Refusal('incorrectPassword', attempts);
      return new Refusal(wrong.reason, { ...attempts, fields: { [wrong.field]: wrong.reason } });
    },
  };
}

/** Lifts every block of an account: its password is a new one, of which no guess so far tells anything. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('account', '=', accountOf(email)).execute();
}

/** Under what the failures of an account are kept. */
function accountOf(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest();
}

/** Adds one failure and blocks at the limit. Answers the count. @throws {Refusal} `accountBlocked` */
async function raise(db: Db, account: Buffer, network: string, limit: number): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failure (account, network, failures, first_at)
    values (${account}, ${network}, 1, now())
    on conflict (account, network) do update set
      failures = case when ${isOver} then 1 else sign_in_failure.failures + 1 end,
      first_at = case when ${isOver} then now() else sign_in_failure.first_at end,
      blocked_until = case when not (${isOver}) and sign_in_failure.failures + 1 >= ${limit}
        then now() + make_interval(secs => ${blockSeconds}) end
    where sign_in_failure.blocked_until is null or sign_in_failure.blocked_until <= now()
    returning failures`.execute(db);
  if (rows[0]) return rows[0].failures;
  throw new Refusal('accountBlocked', { secondsLeft: await secondsBlocked(db, account, network) });
}

/** Takes one failure back, and with it the block that it brought. */
async function lower(db: Db, account: Buffer, network: string, limit: number): Promise<void> {
  await sql`
    update sign_in_failure set failures = failures - 1, blocked_until = case when failures > ${limit} then blocked_until end
    where account = ${account} and network = ${network}`.execute(db);
}

/** Whether the counted failures are too old to count: the block has ended, or the hour since the first of them. */
const isOver = sql`coalesce(sign_in_failure.blocked_until <= now(), sign_in_failure.first_at <= now() - make_interval(secs => ${blockSeconds}))`;

async function secondsBlocked(db: Db, account: Buffer, network: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
    from sign_in_failure where account = ${account} and network = ${network}`.execute(db);
  return rows[0]?.seconds ?? 1;
}
