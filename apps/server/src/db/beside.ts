import { pino } from 'pino';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { joinEmbedded } from './embedded.ts';

/**
 * Lets a command work on the database of the settings, beside the program or without it: an embedded PostgreSQL that is stopped is
 * started for the moment.
 * @throws {CannotStart} when DATA_DIR holds no database.
 */
export async function besideProgram<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === null ? await joinEmbedded({ dataDir, log: pino({ level: 'silent' }) }) : undefined;
  const database = openDatabase(embedded?.connection ?? { connectionString: databaseUrl ?? '' }, 1);
  try {
    return await work(database);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
