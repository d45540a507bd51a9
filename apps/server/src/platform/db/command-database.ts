import { pino } from 'pino';
import { type Database, openDatabase } from './database.ts';
import { joinEmbedded } from './embedded.ts';

export interface DatabaseSettings {
  /** null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** Address for the owner of the tables. The same as `databaseUrl` where one role does both. */
  migrationDatabaseUrl: string | null;
  dataDir: string;
}

/**
 * Runs the work of a command on the database of the settings, while the program runs or not. Starts an embedded PostgreSQL that does not
 * run, and stops it afterwards.
 * @param as The role of the connection. The owner of the tables may do everything. The program has rights on rows only.
 * @throws {CannotStart} if DATA_DIR holds no database.
 */
export async function withCommandDatabase<T>(
  { databaseUrl, migrationDatabaseUrl, dataDir }: DatabaseSettings,
  as: 'owner' | 'program',
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const url = as === 'owner' ? migrationDatabaseUrl : databaseUrl;
  const embedded = url === null ? await joinEmbedded({ dataDir, log: pino({ level: 'silent' }) }) : undefined;
  const database = openDatabase(embedded?.connection ?? { connectionString: url ?? '' }, 1);
  try {
    return await work(database);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
