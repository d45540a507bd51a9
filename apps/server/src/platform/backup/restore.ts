import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import { type Connection, type Db, openDatabase } from '../db/database.ts';
import { accountFor } from '../db/embedded/account.ts';
import { hasCluster } from '../db/embedded/cluster.ts';
import { lockFolder, prepareDataDir } from '../db/embedded/folders.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate, requireMigrations } from '../db/migrate.ts';
import { findUser, grantToProgram } from '../db/program-role.ts';
import { CannotOpen } from '../db/sealed.ts';
import { openVault, putBackKey, readKeptKey } from '../db/secret-key.ts';
import { openStorage } from '../integrations/storage/open.ts';
import { probePlace } from './backup.ts';
import { CannotRestore } from './cannot-restore.ts';
import { countAllRows, type Manifest, readContents, verifyBackup } from './contents.ts';
import { backupKey, type BackupSettings } from './key.ts';
import { load, requireLoader } from './load.ts';

type Settle<Settled> = (db: Db, now: Date) => Promise<Settled>;

export interface Restored {
  madeAt: string;
  rows: number;
  files: number;
  canUnseal: boolean;
}

/**
 * Restores a backup: verifies all of it, loads it into an empty place, and deletes expired data. An interrupted restore leaves no
 * database in DATA_DIR.
 * @throws {CannotStart} without the right key, for an incomplete file, and if there is a database
 */
export async function restore<Settled extends object>(
  config: BackupSettings,
  from: string,
  { log, settle, now = new Date() }: { log: Logger; settle: Settle<Settled>; now?: Date },
): Promise<Restored & Settled> {
  const key = await backupKey(config);
  if (config.databaseUrl === null) await refuseData(config.dataDir);
  const manifest = await verifyBackup(from, key);
  if (Date.parse(manifest.madeAt) > now.getTime() + 60_000) {
    throw new CannotRestore(
      `the clock of this machine says ${now.toISOString()}, and the backup was made at ${manifest.madeAt}`,
    );
  }
  const schema = requireMigrations(manifest.migrations);
  const intoDatabase = async (connection: Connection, failed: (error: unknown) => never) => {
    const database = openDatabase(connection, 2);
    try {
      await refuseTables(connection, database.pool);
      await requireLoader(database.db);
      return await fill(database.db, connection).catch(failed);
    } finally {
      await database.close();
    }
  };
  const fill = async (db: Db, connection: Connection) => {
    if (config.databaseUrl !== null && (await readKeptKey(config.dataDir)) === null) await putBack(config, manifest);
    await migrate(db, schema);
    await load(connection, await openStorage(config.storage), readContents(from, key));
    await migrate(db);
    await grantToUserOfProgram(db, config);
    return settle(db, now);
  };
  const settled =
    config.databaseUrl === null
      ? await intoFolder(
          config.dataDir,
          log,
          (connection) => intoDatabase(connection, refuseWhole),
          () => putBack(config, manifest),
        )
      : await intoDatabase({ connectionString: config.migrationDatabaseUrl ?? config.databaseUrl }, refusePart);
  return {
    ...settled,
    madeAt: manifest.madeAt,
    rows: countAllRows(manifest),
    files: manifest.files,
    canUnseal: await canUnseal(config, manifest),
  };
}

/** The user of DATABASE_URL has no rights on new tables of another owner. */
async function grantToUserOfProgram(db: Db, { databaseUrl, migrationDatabaseUrl }: BackupSettings): Promise<void> {
  if (databaseUrl === null || databaseUrl === migrationDatabaseUrl) return;
  const program = openDatabase({ connectionString: databaseUrl }, 1);
  try {
    await grantToProgram(db, await findUser(program.db));
  } finally {
    await program.close();
  }
}

function refuseWhole(error: unknown): never {
  if (error instanceof CannotStart) throw error;
  throw new CannotRestore(reasonOf(error));
}

/** An external database is not rolled back, and may hold expired data. */
function refusePart(error: unknown): never {
  if (error instanceof CannotStart && !(error instanceof CannotRestore)) throw error;
  const reason = error instanceof CannotRestore ? error.reason : reasonOf(error);
  throw new CannotStart(
    `It was not restored (${reason}). The database of DATABASE_URL holds a part: drop it, and restore into an empty one.`,
  );
}

async function refuseData(dataDir: string): Promise<void> {
  if (!(await hasCluster(join(dataDir, 'postgres')))) return;
  throw new CannotStart(
    `DATA_DIR ${dataDir} holds a database already. Restore into an empty folder, or move that one away first.`,
  );
}

async function refuseTables(connection: Connection, pool: ReturnType<typeof openDatabase>['pool']): Promise<void> {
  const { rows } = await pool.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
  );
  if (rows.length === 0) return;
  const place = 'connectionString' in connection ? 'The database of DATABASE_URL' : 'The database';
  throw new CannotStart(`${place} already has tables. Restore into an empty one.`);
}

async function intoFolder<Result>(
  dataDir: string,
  log: Logger,
  work: (connection: Connection) => Promise<Result>,
  putBackKey: () => Promise<void>,
): Promise<Result> {
  const folder = await prepareDataDir(dataDir, await accountFor(join(dataDir, 'postgres')));
  const lock = await lockFolder(folder);
  const staging = join(folder, 'restoring');
  try {
    await rm(staging, { recursive: true, force: true });
    const result = await onEmbedded(staging, log, work);
    await putBackKey();
    await rename(join(staging, 'postgres'), join(folder, 'postgres'));
    return result;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await lock.release();
  }
}

async function onEmbedded<Result>(
  dataDir: string,
  log: Logger,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const embedded = await startEmbedded({ dataDir, log });
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

async function putBack(config: BackupSettings, { secretKey }: Manifest): Promise<void> {
  if (config.secretKey === null && secretKey !== null) await putBackKey(config.dataDir, secretKey);
}

async function canUnseal(config: BackupSettings, { probe }: Manifest): Promise<boolean> {
  const vault = await openVault(config);
  try {
    vault.open(probePlace, Buffer.from(probe, 'base64'));
    return true;
  } catch (error) {
    if (error instanceof CannotOpen) return false;
    throw error;
  }
}
