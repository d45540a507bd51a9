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
 * Lets a command work on the database of the settings, beside the program or without it: an embedded PostgreSQL that is stopped is
 * started for the moment.
 * @param as whose connection it is. The owner of the tables reads and writes everything; the program has rights on rows alone.
 * @throws {CannotStart} when DATA_DIR holds no database.
 */
export async function besideProgram<T>(
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
