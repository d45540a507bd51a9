import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Embedded, startEmbedded } from '../apps/server/src/platform/db/embedded.ts';

export interface Postgres {
  dataDir: string;
  connection: Embedded['connection'];
  stop(): Promise<void>;
}

export async function startPostgres(dataDir: string): Promise<Postgres> {
  const { connection, stop } = await startEmbedded({ dataDir, log: pino({ level: 'error' }) });
  return { dataDir, connection, stop };
}

/** The user of PostgreSQL may enter this folder. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'vestibule-bench-'));
  await chmod(folder, 0o711);
  // Retries while a stopping process still writes.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return { folder, remove };
}
