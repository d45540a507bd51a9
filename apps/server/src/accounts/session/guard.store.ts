import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow, transaction } from '../../platform/db/database.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';

export interface Counter {
  account: Buffer;
  network: string;
  most: number;
  seconds: number;
  blocks: 'fromLastGuess' | 'untilWindowEnds';
}

interface Blocked {
  counter: Counter;
  secondsLeft: number;
}

/** Longer than any guess takes. Releases places of killed processes. */
const leaseSeconds = 60;
const accountLock = 7_130_062;
const networkLock = 7_130_063;

const PlaceRow = z.strictObject({ place: int, seconds_left: int.nullable(), is_reserved: bool });

/** Returns the blocking counter, or that the guess must wait. Locks the account, then the network. */
export function reserve(db: Db, id: string, counters: readonly Counter[]): Promise<'reserved' | 'wait' | Blocked> {
  return transaction(db, async (db) => {
    for (const { account, network } of counters) {
      if (network === '*') continue;
      const isOfAccount = account.length > 0;
      const key =
        isOfAccount && !network.startsWith('browser ')
          ? account
          : sql`${account}::bytea || ${Buffer.from(network)}::bytea`;
      await sql`
        select pg_advisory_xact_lock(${isOfAccount ? accountLock : networkLock}::int, hashtext(encode(${key}, 'hex')))`.execute(
        db,
      );
    }
    // A separate statement takes its snapshot after the locks.
    const { rows } = await typedSql(PlaceRow)`
      with counter as (
        select * from unnest(
          ${counters.map(({ account }) => account)}::bytea[], ${counters.map(({ network }) => network)}::text[],
          ${counters.map(({ most }) => most)}::int[], ${counters.map(({ seconds }) => seconds)}::int[]
        ) with ordinality as c (account, network, most, seconds, place)
      ), state as (
        select c.*, case when f.blocked_until is not null
            then least(c.seconds, greatest(1, ceil(extract(epoch from f.blocked_until - now()))))::int end as seconds_left,
          coalesce(f.failures, 0) + (
            select count(*) from sign_in_attempt a
            where a.account = c.account and a.network = c.network and a.expires_at > now()
          ) >= c.most as is_full
        from counter c left join sign_in_failure f on f.account = c.account and f.network = c.network
          and not ${isOver(sql`c.seconds`, sql`f`)}
      ), reserved as (
        insert into sign_in_attempt (id, account, network, expires_at)
        select ${id}::uuid, account, network, now() + make_interval(secs => ${leaseSeconds}) from state
        where not exists (select from state where is_full or seconds_left is not null)
        returning id
      )
      select place::int, seconds_left, exists (select from reserved) as is_reserved
      from state order by place desc`.execute(db);
    const blocking = rows.find(({ seconds_left: secondsLeft }) => secondsLeft !== null);
    const counter = blocking && counters[blocking.place - 1];
    if (counter) return { counter, secondsLeft: blocking.seconds_left ?? 1 };
    return onlyRow(rows.slice(0, 1)).is_reserved ? 'reserved' : 'wait';
  });
}

export async function release(db: Db, id: string, counters: readonly Counter[]): Promise<void> {
  await sql`
    delete from sign_in_attempt using unnest(
      ${counters.map(({ account }) => account)}::bytea[], ${counters.map(({ network }) => network)}::text[]
    ) as c (account, network)
    where sign_in_attempt.account = c.account and sign_in_attempt.network = c.network and id = ${id}`.execute(db);
}

export async function raise(db: Db, counter: Counter): Promise<{ failures: number; isBlocked: boolean }> {
  const { account, network, most, seconds } = counter;
  const over = isOver(sql`${seconds}::int`, sql`sign_in_failure`);
  const end = counter.blocks === 'fromLastGuess' ? sql`now()` : sql`sign_in_failure.first_at`;
  const { rows } = await typedSql({ failures: int, is_blocked: bool })`
    insert into sign_in_failure (account, network, failures, first_at) values (${account}, ${network}, 1, now())
    on conflict (account, network) do update set
      failures = case when ${over} then 1 else sign_in_failure.failures + 1 end,
      first_at = case when ${over} then now() else sign_in_failure.first_at end,
      blocked_until = case when not ${over} and sign_in_failure.failures + 1 >= ${most}
        then coalesce(sign_in_failure.blocked_until, ${end} + make_interval(secs => ${seconds}::int)) end
    returning failures, blocked_until is not null as is_blocked`.execute(db);
  const { failures, is_blocked: isBlocked } = onlyRow(rows);
  return { failures, isBlocked };
}

export async function reset(db: Db, { account, network }: Counter): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('account', '=', account).where('network', '=', network).execute();
}

export async function resetAccount(db: Db, account: Buffer): Promise<void> {
  await sql`
    select from sign_in_failure where account = ${account} order by network = '*', network for update`.execute(db);
  await db.deleteFrom('sign_in_failure').where('account', '=', account).execute();
}

export async function secondsBlocked(db: Db, { account, network, seconds }: Counter): Promise<number | undefined> {
  const { rows } = await typedSql({ seconds_left: int })`
    select least(${seconds}::int, greatest(1, ceil(extract(epoch from blocked_until - now()))))::int as seconds_left
    from sign_in_failure where account = ${account} and network = ${network} and blocked_until > now()`.execute(db);
  return rows[0]?.seconds_left;
}

export async function hasFailures(db: Db, { account, network, seconds }: Counter): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_failure where account = ${account} and network = ${network} and failures > 0
      and not ${isOver(sql`${seconds}::int`, sql`sign_in_failure`)}`.execute(db);
  return rows.length > 0;
}

export async function lower(db: Db, { account, network, most }: Counter): Promise<void> {
  await sql`
    update sign_in_failure set failures = failures - 1, blocked_until = case when failures > ${most} then blocked_until end
    where account = ${account} and network = ${network} and failures > 0`.execute(db);
}

function isOver(seconds: RawBuilder<unknown>, failure: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`
    coalesce(${failure}.blocked_until <= now(), ${failure}.first_at <= now() - make_interval(secs => ${seconds}))`;
}
