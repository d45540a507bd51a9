import { Kysely, type LogEvent, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
import { Lease, Unanswered } from './lease.ts';
import { NamingClient } from './naming-client.ts';
import { createPermits, type Permits } from './permits.ts';
import { PrimaryClient } from './primary-client.ts';
import { breakUnansweredConnections } from './query-timeout.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  permits: Permits;
  connection: Connection;
  onQuery?: OnQuery | undefined;
  close(): Promise<void>;
}

export type OnQuery = (query: { text: string; milliseconds: number; hasFailed: boolean }) => void;

export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

export function addressOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
}

/**
 * TCP ends a connection that is silent for 20 seconds. A database that moved answers new connections, so `breakUnansweredConnections`
 * would keep the old ones.
 */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export function openDatabase(connection: Connection, max = 10, onQuery?: OnQuery): Database {
  const pool = openPool(connection, { Client: NamingClient, max, connectionTimeoutMillis: 5_000 });
  const permits = createPermits(max);
  const db = openThrough(() => new Lease({ pool, permits, companies: null }), pool, onQuery);
  return { db, pool, permits, connection, onQuery, close: () => db.destroy() };
}

interface PoolOptions extends Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'> {
  Client: typeof NamingClient;
}

/** @param silenceMs after which a statement is given up if a new connection gets no answer */
export function openPool(connection: Connection, options: PoolOptions, silenceMs?: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    ...keptAlive,
    ...options,
    verify: PrimaryClient.verify,
    pipeline: true,
    types: { getTypeParser },
    application_name: 'vestibule',
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // Without a listener a connection that breaks in use would end the process.
    client.on('error', () => undefined);
    if (client instanceof NamingClient) client.begin();
  });
  breakUnansweredConnections(pool, connection, silenceMs);
  return pool;
}

export function openPlainPool(connection: Connection, options: { max: number; application_name: string }): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    ...keptAlive,
    ...options,
    Client: PrimaryClient,
    verify: PrimaryClient.verify,
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  breakUnansweredConnections(pool, connection);
  return pool;
}

/** What calls and background work get instead of a `Db`, so that each use names its companies. */
export interface Reach {
  /** Sees rows of all companies. checks/across-companies.ts lists each use, docs/security.md its reason. */
  acrossCompanies: Db;
  /** Sees rows of these companies only, with row-level security. */
  within: (companyIds: readonly number[]) => Db;
}

export function reachOf(database: Database, hasRowSecurity: boolean): Reach {
  const { db: acrossCompanies } = database;
  return { acrossCompanies, within: hasRowSecurity ? scopesOf(database) : () => acrossCompanies };
}

const scopesKept = 1_000;

/**
 * Connections under row-level security (`row-security.ts`) that see rows of their companies only. They share the pool of `database`; the
 * scope is sent with the next statement.
 */
export function scopesOf({ pool, permits, onQuery }: Database): (companyIds: readonly number[]) => Db {
  const scopes = new Map<string, Db>();
  return (companyIds) => {
    const companies = `{${companyIds.join(',')}}`;
    const known = scopes.get(companies);
    if (known) return known;
    const [oldest] = scopes.size >= scopesKept ? scopes.keys() : [];
    if (oldest !== undefined) scopes.delete(oldest);
    const scoped = openThrough(() => new Lease({ pool, permits, companies }), pool, onQuery);
    scopes.set(companies, scoped);
    return scoped;
  };
}

export function openThrough(lease: () => PostgresPoolClient, pool: pg.Pool, onQuery: OnQuery | undefined): Db {
  const leases = { connect: () => Promise.resolve(lease()), end: () => pool.end(), options: pool.options };
  const dialect = new PostgresDialect({ pool: leases });
  if (!onQuery) return new Kysely<Tables>({ dialect });
  const log = ({ query, queryDurationMillis: milliseconds, level }: LogEvent) =>
    onQuery({ text: query.sql, milliseconds, hasFailed: level === 'error' });
  return new Kysely<Tables>({ dialect, log });
}

export async function transaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db);
  const acts: Act[] = [];
  const runActs = () => {
    for (const act of acts) act(db);
  };
  try {
    const result = await db.transaction().execute((inner: Transaction<Tables>) => {
      actsAfter.set(inner, acts);
      return work(inner);
    });
    runActs();
    return result;
  } catch (error) {
    if (error instanceof Unanswered) void error.hasCommitted.then((has) => has && runActs());
    throw error;
  }
}

type Act = (db: Db) => void;
const actsAfter = new WeakMap<Db, Act[]>();

export function afterCommit(db: Db, act: Act): void {
  if (!db.isTransaction) return act(db);
  const acts = actsAfter.get(db);
  if (!acts) throw new Error('this transaction was not begun by transaction()');
  acts.push(act);
}

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

/** Whether the database is unreachable, ends, ended an idle transaction (25P03), or is read-only (25006). */
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

export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return undefined;
  return error.constraint;
}

export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}

export function isOfMissingRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}

export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that must return a row returned none');
  return row;
}

/** Moments as ISO 8601 text with milliseconds, 64-bit integers as numbers (ours are below 2^53). */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (format !== 'binary' && oid === pg.types.builtins.TIMESTAMPTZ) return toIsoMoment;
  if (format !== 'binary' && oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format);
}

/** PostgreSQL writes `2026-11-21 08:30:00.123456+00`. Rearranging the text takes a fifth of parsing a Date. */
function toIsoMoment(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`;
}
