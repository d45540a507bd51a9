import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { deleteImage, listImages, uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { proveChains } from '../audit/chain.ts';
import { readConfig } from '../../config.ts';
import { lockForBackup } from '../db/backup-lock.ts';
import { type Connection, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded.ts';
import { queryRows } from '../db/typed-sql.ts';
import { openStorage } from '../integrations/storage/open.ts';
import { addressOf, backupKey, backupSource, detailsOf, newFolder, onDatabase } from '../../testing/backup-source.ts';
import { type Building, seedVisitor, signedIn, visitTo } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { png } from '../../testing/images.ts';
import { quietLog, startServer, testSecretKey } from '../../testing/server.ts';
import { makeBackup } from './backup.ts';
import { Manifest } from './contents.ts';
import { dump } from './dump.ts';
import { settle } from '../../operation/clean-up/settle.ts';
import { restore } from './restore.ts';

const checkout = join(import.meta.dirname, '../../../../..');
const day = 24 * 3_600_000;

test('a restore into an empty folder has the same data except expired visits', async () => {
  const { site, config } = await backupSource();
  const { data: image } = await site
    .as('company')
    .call(uploadImage, { query: { companyId: site.company.id, type: 'logo' }, file: png() });
  const { data: inside } = await site.as('reception').call(registerVisit, visitTo(site.tenant));
  const due = await seedPastVisit(site, 29);
  const young = await seedPastVisit(site, 1);
  const made = await makeBackup(site.server.database, config, await newFolder());
  expect(made).toMatchObject({ files: 2, missing: 0 });
  const { rows: noted } = await sql`select bytes, files from backup`.execute(site.db);
  expect(noted).toEqual([{ bytes: made.bytes, files: 2 }]);
  const acts = async (caller: Caller, action: 'backup.made' | 'backup.restored') =>
    (await caller.call(listAuditEntries, { query: { action } })).data.map(({ role }) => role);
  expect(await acts(site.as('superAdmin'), 'backup.made')).toEqual(['system']);

  const place = await emptyPlace();
  const restored = await restore(place.config, made.path, {
    log: quietLog,
    settle,
    now: new Date(Date.now() + 3 * day),
  });
  expect(restored).toMatchObject({ forgotten: { visits: 1, visitors: 1 }, broken: 0, canUnseal: true, files: 2 });
  expect(restored.proven).toBeGreaterThan(2);

  const server = await place.serve();
  expect(await acts(signedIn(server, site.users.superAdmin.id), 'backup.restored')).toEqual(['system']);
  const desk = signedIn(server, site.users.company.id);
  const { data: visitors } = await desk.call(listVisitors, { params: { companyId: site.company.id }, query: {} });
  const ids = visitors.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([inside.visitor.id, young.id]));
  expect(ids).not.toContain(due.id);
  const { data: images } = await desk.call(listImages, { query: { companyId: site.company.id } });
  expect(images.map(({ id }) => id)).toEqual([image.id]);
  const file = await desk.send({
    method: 'GET',
    url: new URL(images[0]?.storagePathOrigin ?? '', 'http://x').pathname,
  });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
  const { data: log } = await desk.call(listAuditEntries, { query: { companyId: site.company.id } });
  expect(log.map(({ action }) => action)).toContain('visit.checkedIn');
  expect((await proveChains(server.database.db)).breaks).toEqual([]);
  const { data: next } = await desk.call(registerVisit, visitTo(site.tenant));
  expect(next.visitor.id).toBeGreaterThan(Math.max(...ids) + 1_000);
});

test('the owner restores into an external database if a superuser allowed loading', async () => {
  const { site, config } = await backupSource();
  const { data: inside } = await site.as('reception').call(registerVisit, visitTo(site.tenant));
  await seedPastVisit(site, 29);
  const dataDir = await newFolder();
  await writeFile(join(dataDir, 'secret.key'), `${testSecretKey}\n`);
  const keeping = { ...config, secretKey: null, dataDir };
  const { path } = await makeBackup(site.server.database, keeping, await newFolder());
  const { own, connection, owner } = await ownDatabase(site);
  const again = () =>
    restore({ ...own, secretKey: null }, path, { log: quietLog, settle, now: new Date(Date.now() + 3 * day) });
  await expect(again()).rejects.toThrow(`grant set on parameter session_replication_role to "${owner}"`);
  await onDatabase(connection, `grant set on parameter session_replication_role to ${owner}`);
  expect(await again()).toMatchObject({ forgotten: { visits: 1, visitors: 1 }, broken: 0, canUnseal: true });

  const database = openDatabase(connection);
  onTestFinished(() => database.close());
  expect(await indexesOf(connection)).toEqual(await indexesOf(site.server.database.connection));
  const visitors = await database.db.selectFrom('visitor').select('id').execute();
  expect(visitors.map(({ id }) => id)).toEqual([inside.visitor.id]);
  await expect(again()).rejects.toThrow('The database of DATABASE_URL already has tables.');
});

test('after a restore users sign in again, and pending messages are only sent by users', async () => {
  const { site, config } = await backupSource();
  const before = site.as('reception');
  await before.call(registerVisit, visitTo(site.tenant, { employeeId: site.employee.id }));
  const cookie = await before.cookie();
  const made = await makeBackup(site.server.database, config, await newFolder());
  const place = await emptyPlace();
  await restore(place.config, made.path, { log: quietLog, settle });
  const server = await place.serve();
  const answer = await server.app.inject({ method: 'GET', url: '/api/v1/users/me', headers: { cookie } });
  expect(answer.statusCode).toBe(401);
  const { rows } = await sql`select distinct state, problem from message`.execute(server.database.db);
  expect(rows).toEqual([{ state: 'failed', problem: 'uncertain' }]);
});

test('a backup shows one moment, and files of its images stay until it is complete', async () => {
  const { site, config } = await backupSource();
  const company = site.as('company');
  const { data: image } = await company.call(uploadImage, {
    query: { companyId: site.company.id, type: 'logo' },
    file: png(),
  });
  const client = new pg.Client(site.server.database.connection);
  await client.connect();
  onTestFinished(() => client.end());
  await lockForBackup(client);
  const manifest = { madeAt: new Date().toISOString(), version: '0.1.0', probe: '', secretKey: null };
  const storage = await openStorage(config.storage);
  const missed: string[] = [];
  const contents = new Map<string, string>();
  for await (const { name, body } of dump({ client, storage, manifest, onMissing: (file) => missed.push(file) })) {
    contents.set(name, await text(body));
    if (name !== 'tables/visit.csv') continue;
    await company.call(registerVisit, visitTo(site.tenant));
    await company.call(deleteImage, { params: { imageId: image.id } });
  }
  const written = Manifest.parse(JSON.parse(contents.get('manifest.json') ?? ''));
  const rows = Object.fromEntries(written.tables.map(({ name, rows }) => [name, rows]));
  expect(rows).toMatchObject({ visit: 0, visitor: 0, image: 1 });
  expect(contents.get('tables/visitor.csv')?.split('\n')).toHaveLength(2);
  expect([...contents.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(2);
  expect(written.files).toBe(2);
  expect(missed).toEqual([]);
});

test('refuses an unusable backup in one line and restores nothing', async () => {
  const { site, config } = await backupSource();
  const { path } = await makeBackup(site.server.database, config, await newFolder());
  const whole = await readFile(path);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(200) ^ 1, 200);
  const cases: { settings?: Record<string, string>; bytes: Buffer; says: string }[] = [
    {
      settings: { BACKUP_KEY: 'another key that is long enough to be one' },
      bytes: whole,
      says: 'Nothing was restored: BACKUP_KEY is not the key of this backup.\n',
    },
    { bytes: whole.subarray(0, -100), says: 'Nothing was restored: the file is truncated or changed.\n' },
    { bytes: whole.subarray(0, 40), says: 'Nothing was restored: the file is truncated or changed.\n' },
    { bytes: changed, says: 'Nothing was restored: the file is truncated or changed.\n' },
    { bytes: Buffer.from('a letter home'), says: 'Nothing was restored: the file is not a backup of Vestibule.\n' },
  ];
  for (const { settings, bytes, says } of cases) {
    const place = await emptyPlace();
    const file = join(await newFolder(), 'a.tar.gz.age');
    await writeFile(file, bytes);
    expect(await run('restore-backup', ['--from', file], { ...place.env, ...settings })).toEqual({
      code: 1,
      stdout: '',
      stderr: says,
    });
    expect(await readdir(place.dataDir)).toEqual([]);
  }
});

test('leaves a folder with a database, or a file, as it is', async () => {
  const { site, config } = await backupSource();
  const { path } = await makeBackup(site.server.database, config, await newFolder());
  const place = await emptyPlace();
  await mkdir(join(place.dataDir, 'postgres'));
  await writeFile(join(place.dataDir, 'postgres', 'PG_VERSION'), '18\n');
  expect(await run('restore-backup', ['--from', path], place.env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR ${place.dataDir} holds a database already. Restore into an empty folder, or move that one away first.\n`,
  });
  expect(await readdir(place.dataDir, { recursive: true })).toEqual(['postgres', join('postgres', 'PG_VERSION')]);
  const DATABASE_URL = addressOf(site.server.database.connection);
  const again = await run('make-backup', ['--to', path], { ...place.env, DATABASE_URL });
  expect(again.stderr).toBe(`--to ${path} already exists. Give a new file, or a folder.\n`);
});

test('the commands read the key from a file, and restore the key that the program stores', async () => {
  const { site } = await backupSource();
  const [first, second] = [await emptyPlace(), await emptyPlace()];
  const keyFile = join(await newFolder(), 'key');
  await writeFile(keyFile, `${backupKey}\n`);
  const kept = { BACKUP_KEY: '', BACKUP_KEY_FILE: keyFile, SECRET_KEY: '' };
  await writeFile(join(first.dataDir, 'secret.key'), `${testSecretKey}\n`);
  const backups = await newFolder();
  const DATABASE_URL = addressOf(site.server.database.connection);
  const made = await run('make-backup', ['--to', backups], { ...first.env, ...kept, DATABASE_URL });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [name = ''] = await readdir(backups);
  expect(made.stdout).toMatch(new RegExp(`^${join(backups, name)}\n\\d+ rows and 0 files in \\d+ bytes`));
  const restored = await run('restore-backup', ['--from', join(backups, name)], { ...second.env, ...kept });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).not.toContain('SECRET_KEY');
  expect(await readFile(join(second.dataDir, 'secret.key'), 'utf8')).toBe(`${testSecretKey}\n`);
});

test('makes no backup without a key', async () => {
  const { site } = await backupSource();
  const env = { DATABASE_URL: addressOf(site.server.database.connection), SECRET_KEY: testSecretKey };
  const { code, stderr } = await run('make-backup', ['--to', await newFolder()], env);
  expect([code, stderr.split('\n').length]).toEqual([1, 2]);
  expect(stderr).toMatch(/^BACKUP_KEY or BACKUP_KEY_FILE is needed/);
});

async function emptyPlace() {
  const dataDir = await newFolder();
  const env = {
    DATA_DIR: dataDir,
    STORAGE_URL: pathToFileURL(await newFolder()).href,
    SECRET_KEY: testSecretKey,
    BACKUP_KEY: backupKey,
  };
  const config = readConfig(env);
  return {
    dataDir,
    env,
    config,
    async serve() {
      const embedded = await startEmbedded({ dataDir, log: quietLog, durable: false });
      const database = openDatabase(embedded.connection);
      const server = await startServer({ database, storage: config.storage });
      onTestFinished(async () => {
        await server.close();
        await database.close();
        await embedded.stop();
      });
      return server;
    },
  };
}

async function ownDatabase(site: Building) {
  const { env } = await emptyPlace();
  const whole = detailsOf(site.server.database.connection);
  const owner = `owner_${process.pid}_${performance.now().toFixed(0)}`;
  const connection = { ...whole, database: owner };
  await onDatabase(whole, `create role ${owner} login`);
  await onDatabase(whole, `create database ${owner} owner ${owner}`);
  onTestFinished(async () => {
    await onDatabase(whole, `drop database ${owner} with (force)`);
    await onDatabase(whole, `revoke set on parameter session_replication_role from ${owner}`);
    await onDatabase(whole, `drop role ${owner}`);
  });
  const own = readConfig({ ...env, DATABASE_URL: addressOf({ ...connection, user: owner }) });
  return { own, owner, connection };
}

async function indexesOf(connection: Connection): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const rows = await queryRows(
    client,
    { indexdef: z.string() },
    `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  );
  await client.end();
  return rows.map(({ indexdef }) => indexdef);
}

async function seedPastVisit(site: Building, daysAgo: number) {
  const visitor = await seedVisitor(site.db, site, { inside: site.tenant });
  const ended = new Date(Date.now() - daysAgo * day);
  await sql`
    update visit set checked_in_at = ${ended}::timestamptz - interval '1 hour', checked_out_at = ${ended}
    where visitor_id = ${visitor.id}`.execute(site.db);
  return visitor;
}

function run(command: string, args: string[], settings: Record<string, string>) {
  const env = { NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'), ...settings };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const file = `apps/server/src/commands/${command}.ts`;
    execFile(process.execPath, [file, ...args], { cwd: checkout, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
