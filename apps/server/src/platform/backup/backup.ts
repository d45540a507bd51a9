import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { audit, program } from '../audit/audit.ts';
import { CannotStart } from '../cannot-start.ts';
import { lockForBackup } from '../db/backup-lock.ts';
import { type Database, onlyRow, transaction } from '../db/database.ts';
import { openVault, readKeptKey } from '../db/secret-key.ts';
import { bool, queryRows } from '../db/typed-sql.ts';
import { openStorage } from '../integrations/storage/open.ts';
import { version } from '../observability/version.ts';
import { type Entry, writeEntries } from './archive.ts';
import { CannotRestore } from './cannot-restore.ts';
import { countAllRows, type Manifest, verifyBackup } from './contents.ts';
import { dump } from './dump.ts';
import { backupKey, type BackupSettings } from './key.ts';

export const probePlace = 'backup.probe';

export interface Made {
  path: string;
  bytes: number;
  rows: number;
  files: number;
  /** Files that a row of `image` names and the storage does not have. */
  missing: number;
}

/**
 * Backs up the database and the files of images into an encrypted file, while the program runs. Reads the file again to prove it.
 * @param to a new file, or a folder
 * @throws {CannotStart} without a key, if `to` exists, and while another backup runs
 */
export async function makeBackup(
  database: Database,
  config: BackupSettings,
  to: string,
  now = new Date(),
): Promise<Made> {
  const key = await backupKey(config);
  const path = await newFile(to, now);
  const client = new pg.Client({ ...database.connection, application_name: 'vestibule backup' });
  await client.connect();
  try {
    await requireSchema(client);
    await requireOwner(client);
    await lockForBackup(client);
    const vault = await openVault(config);
    let missing = 0;
    const entries = dump({
      client,
      storage: await openStorage(config.storage),
      manifest: {
        madeAt: now.toISOString(),
        version,
        probe: vault.seal(probePlace, 'vestibule').toString('base64'),
        secretKey: config.secretKey === null ? await readKeptKey(config.dataDir) : null,
      },
      onMissing: () => (missing += 1),
    });
    const { bytes, manifest } = await writeBackup(path, entries, key);
    const made = { path, bytes, rows: countAllRows(manifest), files: manifest.files, missing };
    await note(database, made, now);
    return made;
  } finally {
    await client.end();
  }
}

/**
 * Writes a backup, reads it again, and then names it. A failure leaves no file.
 * @throws {CannotStart} if the file differs from the written data
 */
export async function writeBackup(
  path: string,
  entries: AsyncIterable<Entry>,
  key: string,
): Promise<{ bytes: number; manifest: Manifest }> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await writeEntries(file, entries, key);
    const manifest = await verifyBackup(unfinished, key);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return { bytes: (await stat(path)).size, manifest };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof CannotRestore ? new CannotStart(`No backup was made: ${error.reason}.`) : error;
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function newFile(to: string, now: Date): Promise<string> {
  const path = resolve(to);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    return join(path, `vestibule-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.age`);
  }
  if (found) throw new CannotStart(`--to ${path} already exists. Give a new file, or a folder.`);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory()) return path;
  throw new CannotStart(`--to ${path} is in a folder that does not exist.`);
}

async function requireSchema(client: pg.Client): Promise<void> {
  const rows = await queryRows(client, { is_there: bool }, `select to_regclass('backup') is not null as is_there`);
  if (!onlyRow(rows).is_there)
    throw new CannotStart('The database has another version: start the program on it first.');
}

/** Only the owner of the tables is certain to see all rows. */
async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not pg_has_role(current_user, relowner, 'usage') limit 1`,
  );
  if (rows.length === 0) return;
  throw new CannotStart(
    'A backup reads every table, and the user of this database does not own them. Set MIGRATION_DATABASE_URL to the owner.',
  );
}

async function note({ db }: Database, made: Made, startedAt: Date): Promise<void> {
  await transaction(db, async (db) => {
    const { id } = onlyRow(
      await db
        .insertInto('backup')
        .values({ started_at: startedAt, bytes: made.bytes, files: made.files, missing_files: made.missing })
        .returning('id')
        .execute(),
    );
    await audit(db, program, { action: 'backup.made', companyId: null, subject: 'backup', subjectId: id });
  });
}
