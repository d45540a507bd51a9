import { pino } from 'pino';
import { type Database, openDatabase } from './database.ts';
import { joinEmbedded } from './embedded.ts';

export interface DatabaseSettings {
  databaseUrl: string | null;
  migrationDatabaseUrl: string | null;
  dataDir: string;
}

/**
 * Runs a command's work on the configured database, also while the program runs.
 * @param as the role of the connection
 * @throws {CannotStart} if DATA_DIR holds no database
 */
export async function withCommandDatabase<T>(
  { databaseUrl, migrationDatabaseUrl, dataDir }: DatabaseSettings,
  as: 'owner' | 'program',
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const url = as === 'owner' ? migrationDatabaseUrl : databaseUrl;
  const embedded = url === null ? await joinEmbedded({ dataDir, log: pino({ level: 'silent' }) }) : undefined;
  const database = openDatabase(embedded?.connection ?? { connectionString: url ?? '' }, 2);
  try {
    return await work(database);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
