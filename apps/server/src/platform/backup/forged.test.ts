import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { sql } from 'kysely';
import { type Header, pack } from 'tar-stream';
import { text, typedSql } from '../db/typed-sql.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import { migrations } from '../db/migrate.ts';
import { openStorage } from '../integrations/storage/open.ts';
import { building } from '../../testing/building.ts';
import { testDatabase } from '../../testing/database.ts';
import { testFolder } from '../../testing/folder.ts';
import { quietLog } from '../../testing/server.ts';
import type { Entry } from './archive.ts';
import { writeBackup } from './backup.ts';
import { type Manifest, manifestEntry, readContents, verifyBackup } from './contents.ts';
import { load } from './load.ts';
import { settle } from '../../operation/clean-up/settle.ts';
import { restore } from './restore.ts';

const key = 'a key for backups that only the operator has';
const anotherVersion = 'Nothing was restored: the backup has the format of another version of Vestibule';
const incomplete = 'the contents of the backup differ from its manifest';

const manifest: Manifest = {
  madeAt: new Date(0).toISOString(),
  version: '0.1.0',
  migrations: [],
  tables: [],
  sequences: {},
  files: 0,
  probe: '',
  secretKey: null,
};

interface Forged extends Partial<Omit<Header, 'size'>> {
  name: string;
  contents: string;
}

const manifestOf = (parts: Partial<Manifest> = {}): Forged => ({
  name: 'manifest.json',
  contents: JSON.stringify({ ...manifest, ...parts }),
});
const pictureOf = (letter: string): Forged => ({ name: `files/${letter.repeat(32)}.png`, contents: 'x' });

async function archiveOf(...entries: Forged[]): Promise<string> {
  const path = join(await newFolder(), 'forged.tar.gz.age');
  const tar = pack();
  for (const { contents, ...header } of entries) tar.entry(header, contents);
  tar.finalize();
  await writeFile(path, await encrypt(gzipSync(await buffer(tar))));
  return path;
}

function encrypt(contents: Buffer): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(10);
  return encrypter.encrypt(contents);
}

async function newFolder(): Promise<string> {
  const folder = await testFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function* stream(entries: readonly Entry[]): AsyncGenerator<Entry> {
  for (const entry of entries) yield await Promise.resolve(entry);
}

test.for([
  'files/../../secret.key',
  '../../secret.key',
  '/etc/cron.d/job',
  'files//etc/cron.d/job',
  'files/page.html',
  'files/logo.png',
  `${'a'.repeat(32)}.png`,
  'tables/visitor.csv',
])('refuses a file with the invalid name %s before writing anything', async (name) => {
  const path = await archiveOf(manifestOf({ files: 1 }), { name, contents: 'x' });
  await expect(verifyBackup(path, key)).rejects.toThrow(anotherVersion);
});

test.for([
  { what: 'a symbolic link', type: 'symlink' },
  { what: 'a hard link', type: 'link' },
  { what: 'a folder', type: 'directory' },
  { what: 'a device', type: 'character-device' },
] as const)('refuses $what in the place of a file', async ({ type }) => {
  const link = { ...pictureOf('a'), contents: '', type, linkname: '/etc/passwd' };
  const path = await archiveOf(manifestOf({ files: 1 }), link);
  await expect(verifyBackup(path, key)).rejects.toThrow(anotherVersion);
});

test.for([
  { what: 'a file that comes twice', entries: [manifestOf({ files: 2 }), pictureOf('a'), pictureOf('a')] },
  { what: 'files in another order', entries: [manifestOf({ files: 2 }), pictureOf('b'), pictureOf('a')] },
  { what: 'a manifest that comes twice', entries: [manifestOf(), manifestOf()] },
  { what: 'a manifest behind a file', entries: [pictureOf('a'), manifestOf({ files: 1 })] },
  {
    what: 'a table with another name',
    entries: [
      manifestOf({ tables: [{ name: 'visit', columns: [], rows: 0 }] }),
      { name: 'tables/visitor.csv', contents: '' },
    ],
  },
  { what: 'a manifest that is too large for memory', entries: [manifestOf({ probe: 'A'.repeat(65 * 1024 * 1024) })] },
])('refuses $what', async ({ entries }) => {
  await expect(verifyBackup(await archiveOf(...entries), key)).rejects.toThrow(anotherVersion);
});

test.for([
  { what: 'a file less', entries: [manifestOf({ files: 2 }), pictureOf('a')] },
  { what: 'a file more', entries: [manifestOf(), pictureOf('a')] },
  { what: 'a table less', entries: [manifestOf({ tables: [{ name: 'visitor', columns: ['id'], rows: 0 }] })] },
  {
    what: 'a row less',
    entries: [
      manifestOf({ tables: [{ name: 'visitor', columns: ['id'], rows: 2 }] }),
      { name: 'tables/visitor.csv', contents: 'id,name\n1,"one\nname"\n' },
    ],
  },
  { what: 'nothing', entries: [] },
])('refuses a backup with $what', async ({ entries }) => {
  await expect(verifyBackup(await archiveOf(...entries), key)).rejects.toThrow(incomplete);
});

test('makes no backup whose content differs from its manifest, and leaves no file', async () => {
  const folder = await newFolder();
  const entries = stream([manifestEntry({ ...manifest, files: 1 })]);
  const says = `No backup was made: ${incomplete}.`;
  await expect(writeBackup(join(folder, 'a.tar.gz.age'), entries, key)).rejects.toThrow(says);
  expect(await readdir(folder)).toEqual([]);
});

test('makes no backup if the size of a table changes after it was measured', async () => {
  const folder = await newFolder();
  const entry = manifestEntry(manifest);
  const entries = stream([{ ...entry, size: entry.size + 1 }]);
  await expect(writeBackup(join(folder, 'a.tar.gz.age'), entries, key)).rejects.toThrow('Size mismatch');
  expect(await readdir(folder)).toEqual([]);
});

test('refuses a key that the program could not store, before writing anything', async () => {
  const path = await archiveOf(manifestOf({ secretKey: 'too short' }));
  await expect(verifyBackup(path, key)).rejects.toThrow(anotherVersion);
});

test.for([
  { what: 'no JSON', contents: () => archiveOf({ name: 'manifest.json', contents: '{ madeAt: today }' }) },
  { what: 'no tar', contents: () => encryptedFile(gzipSync('a letter home'.repeat(100))) },
  { what: 'no gzip', contents: () => encryptedFile(Buffer.from('a letter home')) },
])('explains why it refuses $what', async ({ contents }) => {
  await expect(verifyBackup(await contents(), key)).rejects.toThrow(anotherVersion);
});

async function encryptedFile(contents: Buffer): Promise<string> {
  const path = join(await newFolder(), 'forged.tar.gz.age');
  await writeFile(path, await encrypt(contents));
  return path;
}

const columns = ['id', 'company_id', 'name', 'company_name', 'phone'];
const misfit = 'Nothing was restored: its rows do not fit the schema that it names.';
const visitors = (rows: number) => manifestOf({ tables: [{ name: 'visitor', columns, rows }] });
const visitorsOf = (...lines: string[]): Forged => ({
  name: 'tables/visitor.csv',
  contents: [...lines, ''].join('\n'),
});
const header = columns.join(',');
const good = '1,1,Ola Nordmann,Havila,+4790000000';

test.for([
  { what: 'a row of another shape', lines: [header, 'Kari Nordmann,1', good] },
  { what: 'a value of another type', lines: [header, 'Kari Nordmann,1,Kari Nordmann,Havila,+4790000001', good] },
  { what: 'a number twice', lines: [header, '1,1,Kari Nordmann,Havila,+4790000001', good] },
  { what: 'an end in the middle', lines: [header, '\\.', good] },
  { what: 'a row too few', lines: [header, good] },
  { what: 'another header', lines: ['id,company_id,company_name,name,phone', good, '2,1,Kari,Havila,+4790000001'] },
])('refuses $what without showing content, and changes nothing', async ({ lines }) => {
  const path = await archiveOf(visitors(2), visitorsOf(...lines));
  expect(await tryLoad(path)).toEqual({ says: misfit, companies: 1 });
});

test.for([
  {
    what: 'table',
    manifest: { tables: [{ name: 'session', columns: ['id'], rows: 0 }] },
    says: 'its table session is',
  },
  {
    what: 'column',
    manifest: { tables: [{ name: 'visitor', columns: ['ssn'], rows: 0 }] },
    says: 'its table visitor is',
  },
  { what: 'sequence', manifest: { sequences: { 'pg_catalog.x': 1 } }, says: 'its sequence pg_catalog.x is' },
])('refuses a $what that the schema does not have', async ({ manifest, says }) => {
  const entries = (manifest.tables ?? []).map(({ name }) => ({ name: `tables/${name}.csv`, contents: 'id\n' }));
  const refused = await tryLoad(await archiveOf(manifestOf(manifest), ...entries));
  expect(refused.says).toContain(says);
  expect(refused.companies).toBe(1);
});

test('loads the proven content of a file even if the file changes between proof and loading', async () => {
  const path = await archiveOf(visitors(1), visitorsOf(header, good));
  expect((await verifyBackup(path, key)).tables).toHaveLength(1);
  const file = await readFile(path);
  await writeFile(path, file.subarray(0, -1));
  expect(await tryLoad(path)).toEqual({
    says: 'Nothing was restored: the file is truncated or changed.',
    companies: 1,
  });
});

async function tryLoad(path: string): Promise<{ says: string; companies: number }> {
  const { db, connection } = await testDatabase();
  const { company } = await building();
  const { storage } = readConfig({ STORAGE_URL: `file://${join(path, '..')}` });
  const says = await load(connection, await openStorage(storage), readContents(path, key)).then(() => '', reasonOf);
  const left = await db.selectFrom('company').select('id').where('id', '=', company.id).execute();
  return { says, companies: left.length };
}

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
])('refuses a backup with $what before writing anything', async ({ migrations, says }) => {
  const path = await archiveOf(manifestOf({ migrations }));
  const DATA_DIR = join(path, '../data');
  await expect(restore(readConfig({ DATA_DIR, BACKUP_KEY: key }), path, { log: quietLog, settle })).rejects.toThrow(
    new CannotStart(says),
  );
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT');
});

test('reports that a failed restore left some data in an external database', async () => {
  const { db, connection } = await testDatabase();
  if ('connectionString' in connection) throw new TypeError('The tests know where their PostgreSQL is.');
  const { rows: applied } = await typedSql({ name: text })`select name from kysely_migration order by name`.execute(db);
  const name = `forged_${process.pid}`;
  await sql`create database ${sql.id(name)}`.execute(db);
  onTestFinished(async () => void (await sql`drop database ${sql.id(name)} with (force)`.execute(db)));
  const path = await archiveOf(
    manifestOf({
      migrations: applied.map((migration) => migration.name),
      tables: [{ name: 'visitor', columns, rows: 1 }],
    }),
    visitorsOf(header, 'Kari Nordmann'),
  );
  const { host, port, user } = connection;
  const DATABASE_URL = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  const config = readConfig({ DATABASE_URL, BACKUP_KEY: key, STORAGE_URL: `file://${join(path, '..')}` });
  await expect(restore(config, path, { log: quietLog, settle })).rejects.toThrow(
    'It was not restored (its rows do not fit the schema that it names). The database of DATABASE_URL holds a part: drop it,',
  );
});
