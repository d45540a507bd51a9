import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { text, typedSql } from '../db/typed-sql.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { CannotStart } from '../cannot-start.ts';
import { migrations } from '../db/migrate.ts';
import { openStorage } from '../integrations/storage/open.ts';
import { building } from '../../testing/building.ts';
import { testDatabase } from '../../testing/database.ts';
import { testFolder } from '../../testing/folder.ts';
import { quietLog } from '../../testing/server.ts';
import { readArchive, verifyArchive, writeArchive, writeFrames } from './archive.ts';
import { type End, type Frame, readFrames } from './frames.ts';
import { load } from './load.ts';
import { settle } from '../../operation/clean-up/settle.ts';
import { restore } from './restore.ts';

/*
 * Backups that somebody who has the key made by hand. Without the key none is looked at: see `cipher.test.ts`.
 */
const key = 'a key for backups that only the operator has';
const manifest = { madeAt: new Date(0).toISOString(), migrations: [], probe: '', secretKey: null };
const anotherVersion = 'Nothing was restored: the backup was made by another version of Vestibule';

const endOf = (end: Partial<End> = {}): Frame => ({ is: 'end', end: { rows: {}, sequences: {}, files: 0, ...end } });

async function archiveOf(...frames: Frame[]): Promise<string> {
  const folder = await testFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forged.backup');
  await writeFrames(await open(path, 'wx'), stream(frames), key);
  return path;
}

async function* stream(frames: readonly Frame[]): AsyncGenerator<Frame> {
  for (const frame of frames) yield await Promise.resolve(frame);
}

test.for(['../../secret.key', '/etc/cron.d/job', 'page.html', 'logo.png'])(
  'a file named %s, as no image is, is refused before anything is written',
  async (name) => {
    const file = { is: 'file', name, type: 'image/png', bytes: Buffer.from('x') } as const;
    const path = await archiveOf({ is: 'manifest', manifest }, file, endOf({ files: 1 }));
    await expect(verifyArchive(path, key)).rejects.toThrow(anotherVersion);
  },
);

test('a backup that does not hold what its end says is none, under no name', async () => {
  const folder = await testFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const frames = stream([{ is: 'manifest', manifest }, endOf({ files: 1 })]);
  const says = 'No backup was made: the backup does not hold what its end says.';
  await expect(writeArchive(join(folder, 'a.backup'), frames, key)).rejects.toThrow(says);
  expect(await readdir(folder)).toEqual([]);
});

test('a key that the program could not keep is refused before anything is written', async () => {
  const path = await archiveOf({ is: 'manifest', manifest: { ...manifest, secretKey: 'too short' } }, endOf());
  await expect(verifyArchive(path, key)).rejects.toThrow(anotherVersion);
});

test('what is no JSON is refused in words', async () => {
  const body = Buffer.from('{ madeAt: today }');
  const head = Buffer.from([0x4d, 0, 0, 0, body.length]);
  await expect(readFrames(Readable.from([head, body])).next()).rejects.toThrow(anotherVersion);
});

const columns = ['id', 'company_id', 'name', 'company_name', 'phone'];
const misfit = 'Nothing was restored: its rows do not fit the schema that it names.';

test.for([
  { what: 'a row of another shape', row: 'Kari Nordmann\t1', rows: 2 },
  { what: 'a value of another type', row: 'Kari Nordmann\t1\tKari Nordmann\tHavila\t+4790000001', rows: 2 },
  { what: 'a number twice', row: '1\t1\tKari Nordmann\tHavila\t+4790000001', rows: 2 },
  { what: 'an end in the middle', row: '\\.', rows: 2 },
])('$what is refused without a word of it, and changes nothing', async ({ row, rows }) => {
  const { db, connection } = await testDatabase();
  const { company } = await building();
  const good = '1\t1\tOla Nordmann\tHavila\t+4790000000';
  const path = await archiveOf(
    { is: 'manifest', manifest },
    { is: 'table', table: { name: 'visitor', columns } },
    { is: 'rows', bytes: Buffer.from(`${row}\n${good}\n`) },
    endOf({ rows: { visitor: rows } }),
  );
  const { storage } = readConfig({ STORAGE_URL: `file://${join(path, '..')}` });
  await expect(load(connection, await openStorage(storage), readArchive(path, key))).rejects.toThrow(misfit);
  const left = await db.selectFrom('company').select('id').where('id', '=', company.id).execute();
  expect(left).toHaveLength(1);
});

test.for([
  {
    what: 'an older schema',
    migrations: ['0001-foundation', '0002-messages'],
    says: 'This backup was made by an unreleased version of Vestibule, and its data cannot be migrated. Restore it with that version.',
  },
  {
    what: 'a newer schema',
    migrations: [...Object.keys(migrations), '9999-of-tomorrow'],
    says: 'A newer version of Vestibule is needed: this one does not know 9999-of-tomorrow.',
  },
])('a backup with $what is refused before anything is written', async ({ migrations, says }) => {
  const path = await archiveOf({ is: 'manifest', manifest: { ...manifest, migrations } }, endOf());
  const DATA_DIR = join(path, '../data');
  await expect(restore(readConfig({ DATA_DIR, BACKUP_KEY: key }), path, { log: quietLog, settle })).rejects.toThrow(
    new CannotStart(says),
  );
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT');
});

test('a database of one’s own that failed half-way is said to hold a part', async () => {
  const { db, connection } = await testDatabase();
  if ('connectionString' in connection) throw new TypeError('The tests know where their PostgreSQL is.');
  const { rows: applied } = await typedSql({ name: text })`select name from kysely_migration order by name`.execute(db);
  const name = `forged_${process.pid}`;
  await sql`create database ${sql.id(name)}`.execute(db);
  onTestFinished(async () => void (await sql`drop database ${sql.id(name)} with (force)`.execute(db)));
  const path = await archiveOf(
    { is: 'manifest', manifest: { ...manifest, migrations: applied.map((migration) => migration.name) } },
    { is: 'table', table: { name: 'visitor', columns } },
    { is: 'rows', bytes: Buffer.from('Kari Nordmann\n') },
    endOf({ rows: { visitor: 1 } }),
  );
  const { host, port, user } = connection;
  const DATABASE_URL = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  const config = readConfig({ DATABASE_URL, BACKUP_KEY: key, STORAGE_URL: `file://${join(path, '..')}` });
  await expect(restore(config, path, { log: quietLog, settle })).rejects.toThrow(
    'It was not restored (its rows do not fit the schema that it names). The database of DATABASE_URL holds a part: drop it,',
  );
});
