import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { CannotStart, reasonOf } from './platform/cannot-start.ts';
import { installQueue } from './platform/jobs/worker.ts';
import {
  type Connection,
  type Database,
  type Db,
  isUnavailable,
  onlyRow,
  openDatabase,
} from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { findUser, grantToProgram } from './platform/db/program-role.ts';
import { bool, queryRows, text, typedSql } from './platform/db/typed-sql.ts';
import { enforceRowSecurity, isSearchIndexed, RowSecurityRefused } from './platform/db/row-security.ts';

type Settings = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'migrationDatabaseUrl' | 'rowSecurity' | 'production'>;

/**
 * Migrates the schema, and sets up row-level security if wanted. The user of MIGRATION_DATABASE_URL or the owner of the embedded database
 * does so, if there is one, and grants the user of `database` rights on rows.
 * @returns whether row-level security is in force
 * @throws {CannotStart} if a database does not answer, if a pooler shares its connections, if both addresses lead to different databases, or
 * if production lacks the role of row-level security
 */
export async function prepareDatabase(
  database: Database,
  config: Settings,
  log: Logger,
  embeddedOwner: Connection | null = null,
): Promise<boolean> {
  const { databaseUrl, databaseReadUrl } = config;
  if (databaseUrl !== null) {
    await requireAnswer(database, 'DATABASE_URL', databaseUrl);
    await requireSessions(database.pool, 'DATABASE_URL');
  }
  if (databaseReadUrl !== null) await requireSessionsOfStandby(databaseReadUrl);
  const hasRowSecurity = await prepareSchema(database, config, log, embeddedOwner);
  if (databaseUrl !== null && (await isSuperuser(database.db))) {
    log.warn('the user of DATABASE_URL is a superuser, so no rights protect the audit log (see docs/operating.md)');
  }
  return hasRowSecurity;
}

async function prepareSchema(
  database: Database,
  config: Settings,
  log: Logger,
  embeddedOwner: Connection | null,
): Promise<boolean> {
  const { databaseUrl, migrationDatabaseUrl } = config;
  if (embeddedOwner) return prepareAsOwner(openDatabase(embeddedOwner, 2), database, config, log);
  if (migrationDatabaseUrl === null || migrationDatabaseUrl === databaseUrl) {
    await migrate(database.db).catch(explainMissingOwner);
    return setUpRowSecurity(database.db, undefined, config, log);
  }
  const owner = openDatabase({ connectionString: migrationDatabaseUrl }, 2);
  return prepareAsOwner(owner, database, config, log, async () => {
    await requireAnswer(owner, 'MIGRATION_DATABASE_URL', migrationDatabaseUrl);
    if ((await identify(owner)) === (await identify(database))) return;
    throw new CannotStart('MIGRATION_DATABASE_URL and DATABASE_URL must lead to the same database.');
  });
}

async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await typedSql({ is: bool })`
    select rolsuper as is from pg_roles where rolname = current_user`.execute(db);
  return onlyRow(rows).is;
}

function explainMissingOwner(error: unknown): never {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  if (!causes.some((cause) => cause instanceof pg.DatabaseError && cause.code === '42501')) throw error;
  throw new CannotStart(
    'The schema is not up to date, and the user of DATABASE_URL may not change it. Set MIGRATION_DATABASE_URL, or run `npm run migrate` with it.',
  );
}

/** Closes the connection of the owner. */
async function prepareAsOwner(
  owner: Database,
  program: Database,
  config: Settings,
  log: Logger,
  check = () => Promise.resolve(),
): Promise<boolean> {
  const { db, connection } = owner;
  try {
    await check();
    await migrate(db);
    await installQueue(connection);
    const role = await findUser(program.db);
    const hasRowSecurity = await setUpRowSecurity(db, role, config, log);
    if (role !== (await findUser(db))) await grantToProgram(db, role);
    return hasRowSecurity;
  } finally {
    await owner.close();
  }
}

/** Without it the program works, because the conditions of queries remain. In production the operator must choose that. */
async function setUpRowSecurity(db: Db, role: string | undefined, { rowSecurity, production }: Settings, log: Logger) {
  if (!rowSecurity) return false;
  try {
    await enforceRowSecurity(db, role);
  } catch (error) {
    if (!(error instanceof RowSecurityRefused)) throw error;
    const reason = `the database user may not set up row-level security (${error.message})`;
    if (production) {
      throw new CannotStart(`${reason}. Run ops/postgres/setup.sql as a superuser, or set ROW_SECURITY=false.`);
    }
    log.warn(`row-level security is off: ${reason}`);
    return false;
  }
  if (!(await isSearchIndexed(db))) log.warn('searches are slow: run ops/postgres/setup.sql as a superuser');
  return true;
}

const waitMs = 60_000;
const retryPauseMs = 500;

/** Waits for a database that is starting or is a standby. Another error ends the start at once. */
async function requireAnswer({ pool }: Database, setting: string, url: string): Promise<void> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (isPassing(error) && performance.now() < end) await sleep(retryPauseMs);
      else {
        const { host, pathname } = new URL(url);
        throw new CannotStart(`${setting}: the database at ${host}${pathname} does not answer (${reasonOf(error)}).`);
      }
    }
  }
}

/**
 * Whether the database may answer soon. 57P03: it is starting, or not yet consistent. 25006: it is a standby. A balancer without a server
 * behind it ends each connection. An address that refuses connections can be a wrong setting, except in a forked process, whose primary
 * process used the same settings.
 */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || !isUnavailable(error)) return false;
  if (cluster.isWorker) return true;
  const code = 'code' in error ? String(error.code) : '';
  return /^(08|57P|25006|ECONNRESET)/.test(code) || error.message.startsWith('Connection terminated');
}

const sessionChecks = 30;
const longestPauseMs = 3;

/**
 * A pooler in transaction mode gives each statement any free connection of PostgreSQL: two sessions get the same one, or one session gets
 * two. A role that is set for one company would apply to another. Other clients can hide that, so it looks often and at random moments.
 */
async function requireSessions(pool: pg.Pool, setting: string, sessions = 2): Promise<void> {
  const clients: pg.PoolClient[] = [];
  try {
    while (clients.length < sessions) clients.push(await pool.connect());
    const first = new Map<pg.Client, string>();
    for (let check = 0; check < sessionChecks; check += 1) {
      for (const client of clients) {
        // A balancer may lead to several servers, which may use the same number.
        const statement = `select pg_backend_pid() || ' ' || pg_postmaster_start_time() as id`;
        const { id } = onlyRow(await queryRows(client, { id: text }, statement));
        first.set(client, first.get(client) ?? id);
        if (first.get(client) !== id || new Set(first.values()).size < first.size) {
          throw new CannotStart(
            `${setting} leads to a pooler that shares its connections between sessions. Set pool_mode = session there.`,
          );
        }
        await sleep(Math.random() * longestPauseMs);
      }
    }
  } finally {
    for (const client of clients) client.release();
  }
}

/** More than the standbys behind a balancer, so that two sessions reach the same pooler. */
const standbySessions = 5;

/** Ignores a standby that does not answer, because a start does not need it. `openStandby` compares sessions again. */
async function requireSessionsOfStandby(connectionString: string): Promise<void> {
  const timeouts = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };
  const pool = new pg.Pool({ connectionString, max: standbySessions, ...timeouts });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  try {
    await requireSessions(pool, 'DATABASE_READ_URL', standbySessions);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
  } finally {
    // A frozen standby does not confirm it.
    void pool.end().catch(() => undefined);
  }
}

async function identify({ db }: Database): Promise<string> {
  const { rows } = await typedSql({ mark: text })`
    select oid || ' ' || pg_postmaster_start_time() as mark from pg_database where datname = current_database()`.execute(
    db,
  );
  return onlyRow(rows).mark;
}
