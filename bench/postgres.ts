import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Embedded, startEmbedded } from '../apps/server/src/platform/db/embedded.ts';

/** A data folder as the program makes one, with its PostgreSQL running on the settings of production. */
export interface Postgres {
  dataDir: string;
  connection: Embedded['connection'];
  /** Ends PostgreSQL and leaves the folder, for a program that starts on it. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a data folder, which it makes where there is none. */
export async function startPostgres(dataDir: string): Promise<Postgres> {
  const { connection, stop } = await startEmbedded({ dataDir, log: pino({ level: 'error' }) });
  return { dataDir, connection, stop };
}

/** A new folder under the system's temporary one, which the user that PostgreSQL runs as may enter, and how to remove it. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'vestibule-bench-'));
  await chmod(folder, 0o711);
  // Repeated where something that is being ended still writes into it.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return { folder, remove };
}
