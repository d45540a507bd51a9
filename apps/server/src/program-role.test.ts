import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { demoPassword, demoSignIns } from './demo/demo-building.ts';
import { openLog } from './platform/http/log.ts';
import { runJobs } from './platform/jobs/worker.ts';
import { renewStatistics } from './visits/retention/job.ts';
import { start } from './start.ts';
import { building, visitTo } from './testing/building.ts';
import { testFolder } from './testing/folder.ts';
import { quietLog, startServer, testSecretKey } from './testing/server.ts';
import { asSuperuser, twoRoles } from './testing/two-roles.ts';
import { type Db, openDatabase, reachOf } from './platform/db/database.ts';
import { joinEmbedded } from './platform/db/embedded.ts';
import { migrate, migrations } from './platform/db/migrate.ts';
import { prepareDatabase } from './prepare-database.ts';

const checkout = join(import.meta.dirname, '../../..');

function withoutOwner<Env extends object>(env: Env & { MIGRATION_DATABASE_URL: string }) {
  const { MIGRATION_DATABASE_URL: _, ...alone } = env;
  return alone;
}

function openAsProgram({ DATABASE_URL }: { DATABASE_URL: string }) {
  const database = openDatabase({ connectionString: DATABASE_URL });
  onTestFinished(() => database.close());
  return database;
}

const changesOfTheLog = ['audit_entry', 'system_audit_entry', 'audit_link'].flatMap((table) => [
  `update ${table} set ${table === 'audit_link' ? 'position' : 'user_id'} = 1`,
  `delete from ${table}`,
  `truncate ${table}`,
]);

const forbidden = [
  'drop table visitor',
  'alter table visitor add column secret text',
  'truncate visitor',
  'create table mine (id int)',
  'create index mine on visitor (id)',
  ...changesOfTheLog,
  'delete from kysely_migration',
  'set session_replication_role = replica',
];

function codeOf(statement: Promise<unknown>): Promise<unknown> {
  return statement.then(
    () => undefined,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
  );
}

test.each([{ rowSecurity: false }, { rowSecurity: true }])(
  'the whole program runs as a role that can change no table and no audit entry (row security: $rowSecurity)',
  async ({ rowSecurity }) => {
    const { env, program } = await twoRoles();
    // The template of the test databases created the role.
    await startServer();
    if (rowSecurity) await asSuperuser(`grant vestibule_scoped to ${program}`);
    const running = await start(readConfig({ ...env, ROW_SECURITY: String(rowSecurity) }), quietLog);
    onTestFinished(() => running.stop());
    const signedIn = await fetch(`${running.address}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoSignIns[3].email, password: demoPassword }),
    });
    expect(signedIn.status).toBe(200);
    const { db } = openAsProgram(env);
    const { rows: queues } = await sql`select from pgboss.queue where name = 'expire-rows'`.execute(db);
    expect(queues).toHaveLength(1);
    for (const statement of forbidden) {
      expect({ statement, code: await codeOf(sql.raw(statement).execute(db)) }).toEqual({ statement, code: '42501' });
    }
    if (!rowSecurity) return;
    // The role for calls of a company has no more rights than the program.
    for (const statement of forbidden) {
      const asScoped = db.connection().execute(async (db) => {
        await sql`set role vestibule_scoped`.execute(db);
        try {
          await sql.raw(statement).execute(db);
        } finally {
          await sql`reset role`.execute(db);
        }
      });
      expect({ statement, code: await codeOf(asScoped) }).toEqual({ statement, code: '42501' });
    }
  },
);

test('the program on the embedded database runs as a role that can change no table and no audit entry', async () => {
  const folder = await testFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const running = await start(readConfig({ DATA_DIR: folder, SECRET_KEY: testSecretKey, PORT: '0' }), quietLog);
  onTestFinished(() => running.stop());
  expect((await fetch(`${running.address}/health/ready`)).status).toBe(200);
  const { connection, asProgram } = await joinEmbedded({ dataDir: folder, log: quietLog });
  const superuser = openDatabase(connection, 1);
  onTestFinished(() => superuser.close());
  const { rows } = await sql`
    select distinct usename from pg_stat_activity
    where application_name like 'vestibule%' and pid <> pg_backend_pid()`.execute(superuser.db);
  expect(rows).toEqual([{ usename: asProgram.user }]);
  const program = openDatabase(asProgram, 1);
  onTestFinished(() => program.close());
  for (const statement of forbidden) {
    expect({ statement, code: await codeOf(sql.raw(statement).execute(program.db)) }).toEqual({
      statement,
      code: '42501',
    });
  }
});

test('a program that owns its tables cannot change the audit log either, and can migrate again', async () => {
  const { env } = await twoRoles();
  const database = openAsProgram({ DATABASE_URL: env.MIGRATION_DATABASE_URL });
  const alone = { ...env, DATABASE_URL: env.MIGRATION_DATABASE_URL, ROW_SECURITY: 'false' };
  await prepareDatabase(database, readConfig(alone), quietLog);
  for (const statement of changesOfTheLog) {
    expect({ statement, code: await codeOf(sql.raw(statement).execute(database.db)) }).toEqual({
      statement,
      code: '42501',
    });
  }
  const up = (db: Db) => sql`alter table audit_entry add column further text`.execute(db).then(() => undefined);
  await migrate(database.db, { ...migrations, '0002-further': { up } });
  expect(await codeOf(sql`update audit_entry set further = ''`.execute(database.db))).toBe('42501');
});

test.each([{ rowSecurity: false }, { rowSecurity: true }])(
  'a desk registers and lists visitors under a role that owns nothing (row security: $rowSecurity)',
  async ({ rowSecurity }) => {
    const { env, program } = await twoRoles();
    await startServer();
    await asSuperuser(`grant vestibule_scoped to ${program}`);
    const database = openAsProgram(env);
    const config = readConfig({ ...env, ROW_SECURITY: String(rowSecurity) });
    expect(await prepareDatabase(database, config, quietLog)).toBe(rowSecurity);
    const server = await startServer({ database, hasRowSecurity: rowSecurity, isPrepared: true });
    const site = await building(server);
    const desk = site.as('reception');
    const { data } = await desk.call(registerVisit, visitTo(site.tenant));
    const listed = await desk.call(listVisitors, { params: { companyId: site.company.id } });
    expect(listed.data.map(({ id }) => id)).toEqual([data.visitor.id]);
    await renewStatistics(database.db);
    const { rows } = await sql`
      select from pg_stat_user_tables where relname = 'visitor' and last_analyze is not null`.execute(database.db);
    expect(rows).toHaveLength(1);
    await server.close();
  },
);

test('production starts without row-level security only if the operator turns it off', async () => {
  const { env } = await twoRoles();
  const database = openAsProgram(env);
  const config = { ...readConfig(env), production: true };
  await startServer();
  await expect(prepareDatabase(database, config, quietLog)).rejects.toThrow(
    'Run ops/postgres/setup.sql as a superuser, or set ROW_SECURITY=false.',
  );
  expect(await prepareDatabase(database, { ...config, rowSecurity: false }, quietLog)).toBe(false);
});

test('a start warns of a superuser, also beside an owner', async () => {
  const { env, program } = await twoRoles();
  await asSuperuser(`alter role ${program} superuser`);
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => lines.push(line) });
  await prepareDatabase(openAsProgram(env), readConfig({ ...env, ROW_SECURITY: 'false' }), log);
  expect(lines.join()).toContain('the user of DATABASE_URL is a superuser');
});

test('a start warns of slow searches until a superuser marks their functions as leakproof', async () => {
  const { env, program } = await twoRoles();
  await startServer();
  await asSuperuser(`grant vestibule_scoped to ${program}`);
  const database = openAsProgram(env);
  const lines: string[] = [];
  const prepare = () =>
    prepareDatabase(database, readConfig(env), openLog('warn', { write: (line) => lines.push(line) }));
  expect(await prepare()).toBe(true);
  expect(lines.join()).toContain('searches are slow');
  lines.length = 0;
  const superuser = openDatabase({ ...inject('postgres'), database: new URL(env.DATABASE_URL).pathname.slice(1) }, 1);
  onTestFinished(() => superuser.close());
  for (const name of ['textlike(text, text)', 'substr(text, integer)']) {
    await sql`alter function ${sql.raw(name)} leakproof`.execute(superuser.db);
  }
  expect(await prepare()).toBe(true);
  expect(lines).toEqual([]);
});

test('jobs run as a role that owns nothing', async () => {
  const { env } = await twoRoles();
  const database = openAsProgram(env);
  const { connection } = database;
  await prepareDatabase(database, readConfig(env), quietLog);
  const boss = new PgBoss({ connectionString: env.DATABASE_URL, max: 1 });
  await boss.start();
  await boss.createQueue('counts');
  await boss.send('counts', {});
  await boss.stop();
  let runs = 0;
  const run = () => Promise.resolve((runs += 1));
  const jobs = await runJobs({
    reach: reachOf(database, true),
    connection,
    log: quietLog,
    jobs: [{ name: 'counts', cron: '0 0 1 1 *', run }],
  });
  onTestFinished(() => jobs.stop());
  await expect.poll(() => runs).toBe(1);
});

test('with a current schema, the program starts without the owner’s address', async () => {
  const { env } = await twoRoles();
  const database = openAsProgram(env);
  await prepareDatabase(database, readConfig(env), quietLog);
  const alone = withoutOwner(env);
  const running = await start(readConfig(alone), quietLog);
  expect((await fetch(`${running.address}/health/ready`)).status).toBe(200);
  await running.stop();
});

test('an old schema stops a start without the owner’s address', async () => {
  const { env } = await twoRoles();
  const alone = withoutOwner(env);
  await expect(start(readConfig(alone), quietLog)).rejects.toThrow(
    'Set MIGRATION_DATABASE_URL, or run `npm run migrate`',
  );
  expect(await runCommand('migrate-database', [], env)).toMatchObject({ code: 0, stderr: '' });
  const running = await start(readConfig(alone), quietLog);
  await running.stop();
});

test('addresses of two databases stop the start', async () => {
  const [one, other] = [await twoRoles(), await twoRoles()];
  const config = readConfig({ ...one.env, MIGRATION_DATABASE_URL: other.env.MIGRATION_DATABASE_URL });
  await expect(prepareDatabase(openAsProgram(one.env), config, quietLog)).rejects.toThrow(
    'MIGRATION_DATABASE_URL and DATABASE_URL must lead to the same database.',
  );
});

test('the owner makes a backup, and the program’s role gets a clear error', async () => {
  const { env } = await twoRoles();
  const database = openAsProgram(env);
  await prepareDatabase(database, readConfig(env), quietLog);
  const alone = withoutOwner(env);
  const backup = (settings: Record<string, string>) => runCommand('make-backup', ['--to', env.DATA_DIR], settings);
  const refused = await backup(alone);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Set MIGRATION_DATABASE_URL to the owner.');
  expect(await backup(env)).toMatchObject({ code: 0, stderr: '' });
  expect(await runCommand('prove-audit', [], alone)).toMatchObject({ code: 0 });
  const admin = await runCommand('make-admin', ['--email', 'you@example.com'], env);
  expect(admin).toMatchObject({ code: 0, stderr: '' });
});

function runCommand(command: string, args: string[], env: Record<string, string>) {
  const settings = { NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'), ...env };
  const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>();
  execFile(
    process.execPath,
    [`apps/server/src/commands/${command}.ts`, ...args],
    { cwd: checkout, env: settings },
    (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
  );
  return promise;
}
