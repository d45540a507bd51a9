import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folder.ts';
import { recordedPostmaster, startMark } from './embedded/processes.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const isRoot = process.getuid?.() === 0;

let made: string;

beforeAll(async () => {
  made = await testFolder();
  const { stop } = await startEmbedded({ dataDir: made, log: pino({ level: 'silent' }), durable: false });
  await stop();
  return () => rm(made, { recursive: true });
});

test('keeps committed data over a stop and a start', async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  await query(first, `create table visit (id int); insert into visit values (7)`);
  await first.stop();
  expect(await query(await start(dataDir), `select id from visit`)).toEqual([{ id: 7 }]);
});

test('lower-cases letters of every script and finds their parts', async () => {
  const embedded = await start(await folder());
  const rows = await query(
    embedded,
    `create extension pg_trgm; create extension unaccent; create extension btree_gin;
     select lower('ÆØÅ ЖУК') as lower, unaccent('Åse') as plain, similarity('жук', 'жуков') > 0.3 as alike`,
  );
  expect(rows).toEqual([{ lower: 'æøå жук', plain: 'Ase', alike: true }]);
});

test('refuses a folder in use and names the process that uses it', async () => {
  const dataDir = await folder();
  await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(`DATA_DIR ${dataDir} is in use by process ${process.pid}.`);
});

test('restarts a killed PostgreSQL with its rows', async () => {
  const embedded = await start(await folder(), { durable: true });
  await query(embedded, `create table visit (id int); insert into visit values (7)`);
  const killed = await recordedPostmaster(embedded.connection.host);
  process.kill(killed ?? 0, 'SIGKILL');
  await expect
    .poll(() => query(embedded, `select id from visit`).catch(() => []), { timeout: 10_000 })
    .toEqual([{ id: 7 }]);
  expect(await recordedPostmaster(embedded.connection.host)).not.toBe(killed);
});

test('a folder removed while waiting does not block a stop and leaves no PostgreSQL', async () => {
  const dataDir = join(await emptyFolder(), 'removed');
  await copy(made, dataDir);
  const embedded = await start(dataDir);
  const postmaster = Number(await recordedPostmaster(embedded.connection.host));
  await rm(dataDir, { recursive: true });
  const began = performance.now();
  await embedded.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await startMark(postmaster)).toBeUndefined();
});

test('ignores a process that reused the number of a dead PostgreSQL', async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  const { uid, gid } = await stat(first.connection.host);
  await first.stop();
  const stranger = spawn('sleep', ['60'], { uid, gid });
  onTestFinished(() => void stranger.kill());
  await writeFile(join(first.connection.host, 'postmaster.pid'), `${stranger.pid}\n${first.connection.host}\n1\n`);
  await start(dataDir);
  expect(stranger.exitCode).toBeNull();
});

test('repeats a start that was killed while it created the database', async () => {
  const dataDir = await folder();
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.unfinished'));
  await rm(join(dataDir, 'postgres.unfinished/global/pg_control'));
  expect(await query(await start(dataDir), `select current_database() as name`)).toEqual([{ name: 'vestibule' }]);
});

test('puts the socket of a folder with a long path elsewhere, for the same user only', async () => {
  const dataDir = join(await emptyFolder(), 'x'.repeat(120));
  await copy(made, dataDir);
  const embedded = await start(dataDir);
  expect(await query(embedded, `select 1 as one`)).toEqual([{ one: 1 }]);
  const { mode } = await stat(embedded.connection.host);
  expect(mode & 0o777).toBe(0o700);
  await embedded.stop();
  await expect(stat(embedded.connection.host)).rejects.toThrow('ENOENT');
});

test('refuses the data of another PostgreSQL version and leaves it unchanged', async () => {
  const dataDir = await folder();
  const first = await start(dataDir);
  await first.stop();
  await writeFile(join(first.connection.host, 'PG_VERSION'), '17\n');
  await expect(start(dataDir)).rejects.toThrow('holds data of PostgreSQL 17');
  expect(await readFile(join(first.connection.host, 'PG_VERSION'), 'utf8')).toBe('17\n');
});

test('names the setting of a folder that cannot be created', async () => {
  const file = join(await emptyFolder(), 'file');
  await writeFile(file, '');
  await expect(start(join(file, 'data'))).rejects.toThrow(`DATA_DIR ${join(file, 'data')} cannot be used (ENOTDIR`);
});

test.runIf(isRoot)('as root, names a parent folder that the database user cannot enter', async () => {
  const closed = join(await emptyFolder(), 'closed');
  await mkdir(closed);
  await chmod(closed, 0o700);
  await expect(start(join(closed, 'data'))).rejects.toThrow(new RegExp(`who may not enter ${closed}\\.`));
});

async function emptyFolder() {
  const folder = await testFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function folder() {
  const folder = await emptyFolder();
  await copy(`${made}/.`, folder);
  return folder;
}

async function copy(from: string, to: string) {
  await promisify(execFile)('cp', ['-pR', from, to]);
}

async function start(dataDir: string, { durable = false } = {}) {
  const embedded = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), durable });
  onTestFinished(() => embedded.stop());
  return embedded;
}

async function query({ connection }: Embedded, statements: string): Promise<unknown> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const results: unknown = await client.query(statements);
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    return last instanceof pg.Result ? last.rows : undefined;
  } finally {
    await client.end();
  }
}
