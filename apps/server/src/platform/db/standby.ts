import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { type Connection, type Database, type Db, openPool, openThrough } from './database.ts';
import { isChange, Lease } from './lease.ts';
import { NamingClient } from './naming-client.ts';
import { findReplayed, Lag, type Position, sharePositions } from './wal-position.ts';

/**
 * `standby` answered, or the primary did, because the standby lags (`behind`), does not answer (`away`), has no free connection (`busy`),
 * canceled the statement for replay (`conflict`), or refused it (`failed`).
 */
export const readOutcomes = ['standby', 'behind', 'away', 'busy', 'conflict', 'failed'] as const;
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

/** Connections of a process for reads. */
const maxConnections = 10;
/** A read waits this long for the standby to replay. */
const catchUpMs = 100;
const firstPauseMs = 2;
const longestPauseMs = 16;
const connectMs = 1_000;
/** Of a statement, before a new connection is tried. */
const silenceMs = 2_000;
const watchMs = 500;

/** Lets reads run on `connection`, which leads to one or more standbys, as long as these are as new as the primary. */
export function openStandby({ connection, primary, onRead, log }: StandbyOptions): Standby {
  const open = (max: number) =>
    openPool(connection, { Client: StandbyClient, max, connectionTimeoutMillis: connectMs }, silenceMs);
  const pool = open(maxConnections);
  // Slow reads can take all connections of `pool`.
  const watchPool = open(1);
  const readPosition = sharePositions(primary.db);
  const replayed = new WeakMap<NamingClient, Position>();
  const lag = new Lag();
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
    const client = await connect(watchPool, null).catch((error: unknown) => {
      // Reads still use a full standby, so it has no lag.
      if (reasonOf(error) !== 'busy') lag.note(position);
      throw error;
    });
    lag.note(position);
    let isDone = false;
    try {
      // Without a new position, a frozen standby would seem to answer.
      replayed.delete(client);
      const isCaughtUp = await catchesUp(client, position);
      lag.reach(replayed.get(client)?.lsn ?? 0);
      become(isCaughtUp ? 'used' : 'behind');
      // A balancer may lead the next connection to a standby that has caught up.
      isDone = isCaughtUp;
    } finally {
      client.release(!isDone);
    }
  }

  const watching = (async () => {
    const { signal } = stopping;
    while (!signal.aborted) {
      await watch().catch((error: unknown) => reasonOf(error) === 'busy' || become('away', error));
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
    lagSeconds: () => lag.seconds(),
    isUsed: () => state === 'used',
    async close() {
      stopping.abort();
      await watching;
      await Promise.all([pool.end(), watchPool.end()]);
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
  const client = await pool.connect().catch((error: unknown) => {
    throw isFull(error) ? new StandbyFull('the standby has no free connection', { cause: error }) : error;
  });
  if (!(client instanceof NamingClient)) throw new TypeError('the pool has no naming clients');
  client.enter(companies);
  return client;
}

/** Its rows would be those of another scope. */
class UnfitStandby extends Error {
  override name = 'UnfitStandby';
}

class StandbyFull extends Error {
  override name = 'StandbyFull';
}

/** All connections of the pool are in use, or the server has too many (53300). */
function isFull(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '53300';
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** 40001 and 40P01: replay needed the rows or the locks of the statement. */
function reasonOf(error: unknown): 'away' | 'busy' | 'conflict' | 'failed' {
  if (error instanceof StandbyFull) return 'busy';
  if (!(error instanceof pg.DatabaseError)) return 'away';
  if (error.severity === 'FATAL' || error.severity === 'PANIC') return 'away';
  return error.code === '40001' || error.code === '40P01' ? 'conflict' : 'failed';
}
