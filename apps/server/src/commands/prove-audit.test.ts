import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { chainEntries } from '../platform/audit/chain.ts';
import { audit } from '../platform/audit/audit.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { postgresProcesses } from '../platform/db/embedded/processes.ts';
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { testFolder } from '../testing/folder.ts';
import { int, typedSql } from '../platform/db/typed-sql.ts';

const checkout = join(import.meta.dirname, '../../../..');
const log = pino({ level: 'silent' });

let dataDir: string;

beforeAll(async () => {
  dataDir = await testFolder();
  await withDatabase(async (db) => {
    await migrate(db);
    for (const companyId of [7, 7, 7, null, null]) await act(db, companyId);
    await chainEntries(db);
    await act(db, 7);
  });
  return () => rm(dataDir, { recursive: true });
});

const act = (db: Db, companyId: number | null) =>
  audit(
    db,
    { userId: 1, role: 'superAdmin' },
    { action: 'visitor.listed', companyId, subject: 'company', subjectId: companyId },
  );

test('proves an unchanged log while the program is stopped', async () => {
  const { code, stdout } = await prove({ DATA_DIR: dataDir });
  expect(stdout).toBe('Links that hold: 5\nChains that are broken: 0\nEntries that are not bound yet: 1\n');
  expect(code).toBe(0);
  expect(await postgresProcesses(join(dataDir, 'postgres'))).toEqual([]);
});

test('proves the log while the program runs', async () => {
  await withDatabase(async (db) => {
    const { code, stdout } = await prove({ DATA_DIR: dataDir });
    expect(stdout).toContain('Links that hold: 5\n');
    expect(code).toBe(0);
    expect((await typedSql({ one: int })`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});

test('names each break and exits with 1', async () => {
  await withDatabase(async (db, { host, port, user, database }) => {
    const tamper = (change: string) => sql.raw(change).execute(db);
    const second = `(select min(id) + 1 from audit_entry where company_id = 7)`;
    await tamper(`update audit_entry set user_id = 2 where id = ${second}`);
    const address = `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
    const { code, stdout } = await prove({ DATABASE_URL: address });
    expect(stdout).toBe(
      'Links that hold: 3\nChains that are broken: 1\n  company 7: from link 2 on\nEntries that are not bound yet: 1\n',
    );
    expect(code).toBe(1);
    await tamper(`update audit_entry set user_id = 1 where id = ${second}`);
  });
});

test('reports a missing database and creates none', async () => {
  const empty = await testFolder();
  onTestFinished(() => rm(empty, { recursive: true }));
  expect(await prove({ DATA_DIR: empty })).toEqual({
    code: 2,
    stdout: '',
    stderr: `DATA_DIR ${empty} holds no database.\n`,
  });
});

test('proves nothing if the database does not answer', async () => {
  const { code, stderr } = await prove({ DATABASE_URL: 'postgres://desk:secret@127.0.0.1:1/vestibule' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/ECONNREFUSED/);
  expect(stderr).not.toContain('secret');
});

function prove(settings: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'), ...settings };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['apps/server/src/commands/prove-audit.ts'],
      { cwd: checkout, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

async function withDatabase(work: (db: Db, connection: Embedded['connection']) => Promise<unknown>) {
  const { connection, stop } = await startEmbedded({ dataDir, log, durable: false });
  const database = openDatabase(connection, 2);
  try {
    await work(database.db, connection);
  } finally {
    await database.close();
    await stop();
  }
}
