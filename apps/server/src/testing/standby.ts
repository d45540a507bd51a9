import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts';
import { testFolder } from './folder.ts';

interface Standby {
  connection: Embedded['connection'];
  promote: () => Promise<void>;
}

/** A PostgreSQL that recovers forever, as a standby does whose primary is away. */
export async function startStandby(): Promise<Standby> {
  const dataDir = await testFolder();
  const options = { dataDir, log: pino({ level: 'silent' }), durable: false };
  await (await startEmbedded(options)).stop();
  await writeFile(join(dataDir, 'postgres', 'standby.signal'), '');
  const { connection, stop } = await startEmbedded(options);
  onTestFinished(() => stop().then(() => rm(dataDir, { recursive: true })));
  const promote = async () => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query('select pg_promote()');
    await client.end();
  };
  return { connection, promote };
}
