import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { type Connection, type Database, type Db, onlyRow, openPool, openThrough } from './database.ts';
import { isChange, Lease } from './lease.ts';
import { NamingClient } from './naming-client.ts';
import { bool, int, queryRows, text, typedSql } from './typed-sql.ts';

/**
 * `standby` answered, or the primary did, because the standby lags (`behind`), does not answer (`away`), canceled the statement for replay
 * (`conflict`), or refused it (`failed`).
 */
export const readOutcomes = ['standby', 'behind', 'away', 'conflict', 'failed'] as const;
export type ReadOutcome = (typeof readOutcomes)[number];

export interface Standby {
  /**
   * A `Db` for one call. Its reads see each commit from before the first of them. Its changes run on the primary.
   * @param companyIds of row-level security. Null for all companies
   */
  openCall: (companyIds: readonly number[] | null) => Db;
  /** 0 while reads use the standby. */
  lagSeconds: () => number;
  isUsed: () => boolean;
  close: () => Promise<void>;
}

interface StandbyOptions {
  connection: Connection;
  primary: Database;
  onRead: (outcome: ReadOutcome) => void;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Connections of a process to the standby. */
const maxConnections = 10;
/** A read waits this long for the standby to replay. */
const catchUpMs = 100;
const firstPauseMs = 2;
const longestPauseMs = 16;
const connectMs = 1_000;
const checkMs = 500;
/** Of a statement, before a new connection is tried. */
const silenceMs = 2_000;
const watchMs = 500;
const mostSamples = 1_000;

/** A place in the WAL of a timeline. A new primary writes a new mark, so that a standby of the former one does not seem up to date. */
interface Position {
  lsn: number;
  mark: string;
  user: string;
}

/** Lets reads run on `connection`, which leads to one or more standbys, as long as these are as new as the primary. */
export function openStandby({ connection, primary, onRead, log }: StandbyOptions): Standby {
  const pool = openPool(
    connection,
    { Client: StandbyClient, max: maxConnections, connectionTimeoutMillis: connectMs },
    silenceMs,
  );
  const readPosition = sharePositions(primary.db);
  const replayed = new WeakMap<NamingClient, Position>();
  const samples: { lsn: number; at: number }[] = [];
  const stopping = new AbortController();
  let state: 'used' | 'behind' | 'away' = 'away';

  let unfit: string | undefined;

  function become(next: typeof state, error?: unknown) {
    if (error instanceof UnfitStandby && unfit !== error.message) {
      unfit = error.message;
      log.warn(unfit);
    }
    if (stopping.signal.aborted || next === state) return;
    state = next;
    if (state === 'used') log.info('reads use the standby');
    else log.warn({ standby: state }, 'reads use the primary');
  }

  /** Whether the server of `client` replays `position` in time. */
  async function catchesUp(client: NamingClient, position: Position): Promise<boolean> {
    const end = performance.now() + catchUpMs;
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      const known = replayed.get(client);
      if (known && known.mark === position.mark && known.lsn >= position.lsn) return true;
      const { lsn, hasMark, user, pid } = await findReplayed(client, position.mark);
      if (user !== position.user) throw new UnfitStandby('DATABASE_READ_URL must have the user of DATABASE_URL');
      if (pid !== client.backendPid) throw new UnfitStandby('DATABASE_READ_URL must lead to sessions of its own');
      if (hasMark) replayed.set(client, { ...position, lsn });
      if (hasMark && lsn >= position.lsn) return true;
      if (performance.now() + pause > end) return false;
      await sleep(pause);
    }
  }

  async function watch() {
    const position = await readPosition();
    if (samples.length < mostSamples) samples.push({ lsn: position.lsn, at: performance.now() });
    const client = await connect(pool, null);
    let isDone = false;
    try {
      // Without a new position, a frozen standby would seem to answer.
      replayed.delete(client);
      const isCaughtUp = await catchesUp(client, position);
      const reached = replayed.get(client)?.lsn ?? 0;
      while (samples[0] && samples[0].lsn <= reached) samples.shift();
      become(isCaughtUp ? 'used' : 'behind');
      isDone = true;
    } finally {
      client.release(!isDone);
    }
  }

  const watching = (async () => {
    const { signal } = stopping;
    while (!signal.aborted) {
      await watch().catch((error: unknown) => become('away', error));
      // Only `close` ends the pause early.
      await sleep(watchMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();

  /** Returns undefined if the primary must answer. */
  async function read({ position, companies, text, values }: Read): Promise<pg.QueryResult | undefined> {
    if (state !== 'used') return skip(state);
    let client: Client | undefined;
    let isDone = false;
    try {
      const wanted = await position();
      client = await connect(pool, companies);
      const isCaughtUp = await catchesUp(client, wanted);
      const answer = isCaughtUp ? await client.query(text, [...values]) : undefined;
      isDone = true;
      if (answer) onRead('standby');
      else become('behind');
      return answer ?? skip('behind');
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'away') become('away');
      isDone = reason === 'conflict' || reason === 'failed';
      return skip(reason);
    } finally {
      client?.release(!isDone);
    }
  }

  function skip(reason: Exclude<ReadOutcome, 'standby'>): undefined {
    onRead(reason);
    return undefined;
  }

  return {
    openCall(companyIds) {
      const companies = companyIds && `{${companyIds.join(',')}}`;
      let position: Promise<Position> | undefined;
      const onPrimary = () => new Lease({ ...primary, companies });
      const onStandby: OnStandby = (text, values) =>
        read({ position: () => (position ??= readPosition()), companies, text, values });
      // What the call itself changed must be there for its later reads.
      const forget = () => (position = undefined);
      return openThrough(() => new ReadLease(onStandby, onPrimary, forget), pool, primary.onQuery);
    },
    lagSeconds: () => (samples[0] ? (performance.now() - samples[0].at) / 1_000 : 0),
    isUsed: () => state === 'used',
    async close() {
      stopping.abort();
      await watching;
      await pool.end();
    },
  };
}

interface Read {
  position: () => Promise<Position>;
  companies: string | null;
  text: string;
  values: readonly unknown[];
}

type OnStandby = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult | undefined>;

/** Sends a read to the standby, and transactions, changes and what the standby did not answer to the primary. */
class ReadLease implements PostgresPoolClient {
  readonly #onStandby: OnStandby;
  readonly #onPrimary: () => Lease;
  readonly #afterPrimary: () => void;
  #primary: Lease | undefined;

  constructor(onStandby: OnStandby, onPrimary: () => Lease, afterPrimary: () => void) {
    this.#onStandby = onStandby;
    this.#onPrimary = onPrimary;
    this.#afterPrimary = afterPrimary;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('there are no cursors');
    if (this.#primary || isChange(text)) return this.#ask(text, values);
    return this.#onStandby(text, values).then((answer): unknown => answer ?? this.#ask(text, values));
  }

  #ask(text: string, values: readonly unknown[]) {
    this.#primary ??= this.#onPrimary();
    return this.#primary.query(text, values);
  }

  release(isBroken?: boolean): void {
    if (!this.#primary) return;
    this.#primary.release(isBroken);
    this.#afterPrimary();
  }
}

/** Ends the connection to a server that was promoted, so that the pool opens the next one to a standby. */
class StandbyClient extends NamingClient {
  protected override isRefused(isStandby: boolean): boolean {
    return !isStandby;
  }
}

type Client = NamingClient & pg.PoolClient;

async function connect(pool: pg.Pool, companies: string | null): Promise<Client> {
  const client = await pool.connect();
  if (!(client instanceof NamingClient)) throw new TypeError('the pool has no naming clients');
  client.enter(companies);
  return client;
}

/** Its rows would be those of another scope. */
class UnfitStandby extends Error {
  override name = 'UnfitStandby';
}

class StandbySilent extends Error {
  override name = 'StandbySilent';
}

async function findReplayed(
  client: NamingClient,
  mark: string,
): Promise<{ lsn: number; hasMark: boolean; user: string; pid: number }> {
  const late = setTimeout(() => client.connection.stream.destroy(new StandbySilent('the standby is silent')), checkMs);
  try {
    const rows = await queryRows(
      client,
      { lsn: int, hasMark: bool, user: text, pid: int },
      `select coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as lsn,
        exists (select from replication_mark where id = $1::uuid) as "hasMark", session_user::text as "user", pg_backend_pid() as pid`,
      [mark],
    );
    return onlyRow(rows);
  } finally {
    clearTimeout(late);
  }
}

/** 40001 and 40P01: replay needed the rows or the locks of the statement. */
function reasonOf(error: unknown): 'away' | 'conflict' | 'failed' {
  if (!(error instanceof pg.DatabaseError)) return 'away';
  if (error.severity === 'FATAL' || error.severity === 'PANIC') return 'away';
  return error.code === '40001' || error.code === '40P01' ? 'conflict' : 'failed';
}

/** Calls that ask while one statement runs share the next one. */
function sharePositions(db: Db): () => Promise<Position> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Position> | undefined;
  async function begin() {
    await running;
    next = undefined;
    const position = findPosition(db);
    running = Promise.allSettled([position]);
    return position;
  }
  return () => (next ??= begin());
}

/** PostgreSQL flushes WAL before it acknowledges a commit, except with `synchronous_commit` off. A standby may get unflushed WAL late. */
async function findPosition(db: Db): Promise<Position> {
  const { rows } = await typedSql({ lsn: int, mark: text.nullable(), user: text })`
    select (lsn - ${'0/0'}::pg_lsn)::bigint as lsn, session_user::text as "user",
      (select id from replication_mark where timeline = left(pg_walfile_name(lsn), 8)) as mark
    from (select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end) as current (lsn)`.execute(db);
  const { lsn, mark, user } = onlyRow(rows);
  if (mark !== null) return { lsn, mark, user };
  // A new primary may have no synchronous standby yet. A lost mark is made again on the next timeline.
  await typedSql({})`
    insert into replication_mark (timeline)
    select left(pg_walfile_name(pg_current_wal_lsn()), 8)
    from (select set_config('synchronous_commit', 'local', true)) as locally
    on conflict do nothing`.execute(db);
  return findPosition(db);
}
