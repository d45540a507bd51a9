import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { NamingClient } from './naming-client.ts';
import { breakUnansweredConnections } from './query-timeout.ts';
import type { Tables } from './tables.ts';

/** A connection to the database, or a transaction on it: functions take either. */
export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Where it is, for a connection of its own such as the one that listens. */
  connection: Connection;
  /** Told of each statement. */
  onQuery?: OnQuery | undefined;
  close(): Promise<void>;
}

/** Is told of a statement that has ended: its text, without values, and how long it took. */
export type OnQuery = (query: { text: string; milliseconds: number; hasFailed: boolean }) => void;

export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/**
 * For how many seconds a transaction may wait for its process before PostgreSQL ends it. A machine that stands still or has lost its power
 * says nothing of that, and would keep from all others whatever it had locked: a visitor, or the numbering of live events.
 */
const longestPause = 10;

/**
 * Has the network ask after ten seconds of silence whether the other end still is there, and end the connection within ten more. A database that
 * moved to another machine at once answers new connections, so that `breakUnansweredConnections` leaves those alone which wait for the old one.
 */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Opens a pool of at most `max` connections. Nothing is connected before the first query. */
export function openDatabase(connection: Connection, max = 10, onQuery?: OnQuery): Database {
  const pool = new pg.Pool({
    ...connection,
    ...keptAlive,
    Client: NamingClient,
    max,
    pipeline: true,
    types: { getTypeParser },
    connectionTimeoutMillis: 5_000,
    options: `-c timezone=UTC -c idle_in_transaction_session_timeout=${longestPause}s`,
    application_name: 'vestibule',
  });
  // An idle connection that breaks is taken out of the pool; the next query says what is wrong.
  pool.on('error', () => undefined);
  // One that breaks in use fails its query; with nobody listening it would end the process as well.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  breakUnansweredConnections(pool, connection);
  const db = openThrough(pool, null, onQuery);
  return { db, pool, connection, onQuery, close: () => db.destroy() };
}

/** A pool for a library that speaks SQL by itself and reads types as `pg` does. It fails like ours where the database is silent. */
export function openPlainPool(connection: Connection, options: { max: number; application_name: string }): pg.Pool {
  const pool = new pg.Pool({ ...connection, ...keptAlive, ...options, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  breakUnansweredConnections(pool, connection);
  return pool;
}

/** How many companies' ways into the database are kept at hand. */
const scopesKept = 1_000;

/**
 * Ways into the database under row-level security (`row-security.ts`): what runs on one sees rows of its companies alone. They share the connections
 * of `database`, which are told whose they are in the packet of the next statement.
 */
export function scopesOf({ pool, onQuery }: Database): (companyIds: readonly number[]) => Db {
  const scopes = new Map<string, Db>();
  return (companyIds) => {
    const companies = `{${companyIds.join(',')}}`;
    const known = scopes.get(companies);
    if (known) return known;
    const [oldest] = scopes.size >= scopesKept ? scopes.keys() : [];
    if (oldest !== undefined) scopes.delete(oldest);
    const scoped = openThrough(pool, companies, onQuery);
    scopes.set(companies, scoped);
    return scoped;
  };
}

function openThrough(pool: pg.Pool, companies: string | null, onQuery: OnQuery | undefined): Db {
  const dialect = new PostgresDialect({ pool: poolWithin(pool, companies) });
  if (!onQuery) return new Kysely<Tables>({ dialect });
  const log = ({ query, queryDurationMillis: milliseconds, level }: LogEvent) =>
    onQuery({ text: query.sql, milliseconds, hasFailed: level === 'error' });
  return new Kysely<Tables>({ dialect, log });
}

/** The pool, with each connection that it lends limited to some companies; to none of them where `companies` is null. */
function poolWithin(pool: pg.Pool, companies: string | null) {
  return {
    async connect() {
      const client = await pool.connect();
      if (client instanceof NamingClient) client.enter(companies);
      return client;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Runs `work` in a transaction: in the one that `db` is in already, else in one of its own. */
export async function transaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db);
  const acts: Act[] = [];
  const result = await db.transaction().execute((inner: Transaction<Tables>) => {
    actsAfter.set(inner, acts);
    return work(inner);
  });
  for (const act of acts) act(db);
  return result;
}

type Act = (db: Db) => void;
const actsAfter = new WeakMap<Db, Act[]>();

/** Does something once the `transaction` that `db` is in has committed: at once outside of one, never when it is rolled back. */
export function afterCommit(db: Db, act: Act): void {
  if (!db.isTransaction) return act(db);
  const acts = actsAfter.get(db);
  if (!acts) throw new Error('this transaction was not begun by transaction()');
  acts.push(act);
}

/** What the system says of a database that it does not reach. */
const unreached = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/**
 * Whether the error says that the database cannot be reached, is going away, has ended a transaction that stood still (25P03), or takes no
 * writes for now (25006: some hosts of databases have it so while the disk is full, and a standby is so until it takes over), rather than
 * that a query is wrong.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|57P|53|25006|25P03)/.test(code) ||
    unreached.includes(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/.test(
      error.message,
    )
  );
}

/** The name of the constraint or unique index that refused a row, if that is what the error says. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return undefined;
  return error.constraint;
}

/** Whether two transactions waited for each other and PostgreSQL ended this one. Nothing of it was done, so it can be tried again. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}

/** Whether a row that others refer to was found missing: somebody has removed it since it was looked at. */
export function isOfMissingRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}

/** The row of a statement that always answers one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that answers a row answered none');
  return row;
}

/** Moments come as ISO 8601 text with milliseconds, 64-bit integers as numbers (ours stay below 2^53). */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (format !== 'binary' && oid === pg.types.builtins.TIMESTAMPTZ) return toIsoMoment;
  if (format !== 'binary' && oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format);
}

/** PostgreSQL writes `2026-11-21 08:30:00.123456+00`. Putting that text together anew takes a fifth of parsing it as a Date. */
function toIsoMoment(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`;
}
