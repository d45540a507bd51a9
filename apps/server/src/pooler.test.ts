import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { demoPassword, demoSignIns } from './demo/demo-building.ts';
import { makeBackup } from './platform/backup/backup.ts';
import { isUnavailable, openDatabase, transaction } from './platform/db/database.ts';
import { Unanswered } from './platform/db/lease.ts';
import { bool, int, queryRows, text, typedSql } from './platform/db/typed-sql.ts';
import { basePath } from './platform/http/route.ts';
import { prepareDatabase } from './prepare-database.ts';
import { addressOf } from './testing/backup-source.ts';
import { startWith } from './testing/killed-program.ts';
import { listRunning, type Reception, registerOnce, signIn } from './testing/load.ts';
import { hasPooler, startPooler } from './testing/pooler.ts';
import { quietLog, startServer } from './testing/server.ts';
import { startReplicatedPair, startStandby } from './testing/standby.ts';
import { followSteadily } from './testing/steady.ts';
import { asSuperuser, twoRoles } from './testing/two-roles.ts';

/* PgBouncer with the configuration of ops/pgbouncer. Skipped where it is not installed. */

function opened(connectionString: string, max?: number) {
  const database = openDatabase({ connectionString }, max);
  onTestFinished(() => database.close());
  return database;
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function rolesOfProgram() {
  const { env, program } = await twoRoles();
  // The template of the test databases created the role.
  await startServer();
  await asSuperuser(`grant vestibule_scoped to ${program}`);
  return env;
}

test.runIf(hasPooler)(
  'the program runs behind a pooler in session mode, with row-level security',
  { timeout: 180_000 },
  async () => {
    const env = await rolesOfProgram();
    const settings = { ...env, DATABASE_URL: await startPooler(env.DATABASE_URL), DEMO: 'true', PROCESSES: '2' };
    const { address } = await startWith(settings, onTestFinished);
    const owner = opened(env.MIGRATION_DATABASE_URL, 2);
    const tenant = await owner.db
      .selectFrom('tenant')
      .select(['id', 'company_id'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const { rows: policies } = await sql`select from pg_policies where policyname = 'of_companies'`.execute(owner.db);
    expect(policies.length).toBeGreaterThan(10);

    const reception: Reception = {
      address,
      tenant,
      credentials: { email: demoSignIns[3].email, password: demoPassword },
    };
    const cookie = await signIn(reception);
    // A process keeps five channels of one user, and all may reach the same process.
    const desks = Array.from({ length: 4 }, () => followSteadily(address, cookie));
    await expect.poll(() => desks.every(({ isOpen }) => isOpen())).toBe(true);
    const registered = [];
    for (let count = 0; count < 10; count += 1) registered.push(await registerOnce(reception, cookie));
    const ids = registered.map(({ id }) => id);
    expect(ids).not.toContain(undefined);
    const path = listVisitors.path.replace(':companyId', String(tenant.company_id));
    const listed = await fetch(`${address}${basePath}${path}?scope=current&limit=50`, { headers: { cookie } });
    const { data } = z.object({ data: z.array(z.object({ id: z.int() })) }).parse(await listed.json());
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    await expect.poll(() => desks.every(({ messages }) => messages.length >= ids.length)).toBe(true);
    expect((await listRunning(owner.db)).map(({ role }) => role).toSorted()).toEqual(['web', 'web', 'worker']);
    const made = await makeBackup(opened(settings.MIGRATION_DATABASE_URL, 2), readConfig(settings), env.DATA_DIR);
    expect(made.rows).toBeGreaterThan(100);
  },
);

test.runIf(hasPooler)('a session behind a pooler has the settings of the program', async () => {
  const { env } = await twoRoles();
  const { db } = opened(await startPooler(env.DATABASE_URL));
  const { rows } = await typedSql({ zone: text, idle: text, name: text })`
    select current_setting('timezone') as zone, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('application_name') as name`.execute(db);
  expect(rows).toEqual([{ zone: 'UTC', idle: '10s', name: 'vestibule' }]);
});

test.runIf(hasPooler)('the pooler resets the role of a session before it gives its connection to another', async () => {
  const env = await rolesOfProgram();
  const address = await startPooler(env.DATABASE_URL, { default_pool_size: '1' });
  const pids: unknown[] = [];
  for (const statement of ['set role vestibule_scoped', 'select']) {
    const client = await connected(address);
    await client.query(statement);
    const [session] = await queryRows(
      client,
      { pid: int, isReset: bool },
      'select pg_backend_pid() as pid, current_user = session_user as "isReset"',
    );
    pids.push(session?.pid);
    expect(session?.isReset).toBe(statement === 'select');
    await client.end();
  }
  expect(pids[0]).toBe(pids[1]);
});

test.runIf(hasPooler)(
  'a statement longer than the limit for silence continues although the pool is full',
  async () => {
    const { env } = await twoRoles();
    const { db } = opened(await startPooler(env.DATABASE_URL, { default_pool_size: '1' }), 1);
    const { rows } = await typedSql({ slept: text })`select pg_sleep(9)::text as slept`.execute(db);
    expect(rows).toEqual([{ slept: '' }]);
  },
  30_000,
);

test.runIf(hasPooler).each(['transaction', 'statement'])(
  'a pooler in %s mode gives the role of one session to another, so it stops the start',
  async (mode) => {
    const env = await rolesOfProgram();
    const connectionString = await startPooler(env.DATABASE_URL, { pool_mode: mode });
    const [one, other] = [await connected(connectionString), await connected(connectionString)];
    await one.query('set role vestibule_scoped');
    const { rows } = await other.query('select current_user::text as user');
    expect(rows).toEqual([{ user: 'vestibule_scoped' }]);
    await one.query('reset role');

    const settings = readConfig({ ...env, DATABASE_URL: connectionString });
    const start = () => prepareDatabase(opened(connectionString), settings, quietLog);
    const reason =
      'DATABASE_URL leads to a pooler that shares its connections between sessions. Set pool_mode = session there.';
    await expect(start()).rejects.toThrow(reason);
    const reads = readConfig({ ...env, DATABASE_READ_URL: connectionString });
    await expect(prepareDatabase(opened(env.DATABASE_URL), reads, quietLog)).rejects.toThrow(
      reason.replace('DATABASE_URL', 'DATABASE_READ_URL'),
    );
    // Beside other clients of the pooler too.
    let isOver = false;
    const busy = [one, other].map(async (client) => {
      while (!isOver) await client.query('select pg_sleep(0.001)');
    });
    for (let time = 0; time < 5; time += 1) await expect(start()).rejects.toThrow(reason);
    isOver = true;
    await Promise.all(busy);
  },
);

test.runIf(hasPooler)('in transaction mode, sessions lose statements, locks and notifications', async () => {
  const { env } = await twoRoles();
  const connectionString = await startPooler(env.MIGRATION_DATABASE_URL, { pool_mode: 'transaction' });
  const [one, other] = [await connected(connectionString), await connected(connectionString)];
  const isLocked = 'select pg_try_advisory_lock(1) as is';
  expect((await one.query(isLocked)).rows).toEqual([{ is: true }]);
  expect((await other.query(isLocked)).rows).toEqual([{ is: true }]);

  const received: unknown[] = [];
  one.on('notification', ({ payload }) => received.push(payload));
  await one.query('listen heard');
  await other.query(`notify heard, 'lost'`);
  await one.query('select');
  expect(received).toEqual([]);

  const named = { name: 'one', text: 'select $1::int as value', values: [1] };
  await one.query(named);
  await other.query('begin');
  await expect(one.query(named)).rejects.toThrow('prepared statement "one" does not exist');
  await other.query('commit');
});

test.runIf(hasPooler)('behind a pooler, connections lead to a standby that is promoted', async () => {
  const { connection, promote } = await startStandby();
  const { db } = opened(await startPooler(addressOf(connection)), 2);
  const read = () => typedSql({ one: int })`select 1 as one`.execute(db).then(({ rows }) => rows);
  expect(isUnavailable(await read().catch((error: unknown) => error))).toBe(true);
  await promote();
  await expect.poll(() => read().catch(() => [])).toEqual([{ one: 1 }]);
});

test.runIf(hasPooler)(
  'behind a pooler, a commit that waits for a standby keeps its connection',
  { timeout: 90_000 },
  async () => {
    const { connection, freeze, resume } = await startReplicatedPair();
    const { db } = opened(await startPooler(addressOf(connection)));
    await sql`create table written (id int)`.execute(db);
    await freeze();
    const lost = await transaction(db, (db) => sql`insert into written values (1)`.execute(db)).catch(
      (error: unknown) => error,
    );
    if (!(lost instanceof Unanswered)) throw lost;
    let hasEnded = false;
    const outcome = lost.hasCommitted.finally(() => (hasEnded = true));
    // Longer than the program takes to look for the connection in PostgreSQL.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(hasEnded).toBe(false);
    await resume();
    expect(await outcome).toBe(true);
  },
);
