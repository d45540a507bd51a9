import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts';
import { postgresProcesses, signal } from '../platform/db/embedded/processes.ts';
import { testFolder } from './folder.ts';

const log = pino({ level: 'silent' });

interface Standby {
  connection: Embedded['connection'];
  promote: () => Promise<void>;
}

/** A PostgreSQL that recovers forever, as a standby does whose primary is away. */
export async function startStandby(): Promise<Standby> {
  const dataDir = await testFolder();
  const options = { dataDir, log, durable: false };
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

interface ReplicatedPair {
  connection: Embedded['connection'];
  /** Stops the standby without a sign to the primary, as a lost network does. */
  freeze: () => Promise<void>;
  resume: () => Promise<void>;
  /** Ends the primary at once and for good. */
  killPrimary: () => Promise<void>;
}

/** A primary whose commits wait for a synchronous standby. */
export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const [dataDir, ofStandby] = [await testFolder(), await testFolder()];
  // Without durability commits do not wait.
  await (await startEmbedded({ dataDir, log })).stop();
  await rm(ofStandby, { recursive: true });
  await promisify(execFile)('cp', ['-a', dataDir, ofStandby]);
  const primary = await startEmbedded({ dataDir, log });
  const { connection } = primary;
  const { host, port, user } = connection;
  await writeFile(join(ofStandby, 'postgres', 'standby.signal'), '');
  const replication = `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`;
  await appendFile(join(ofStandby, 'postgres', 'postgresql.auto.conf'), replication);
  const standby = await startEmbedded({ dataDir: ofStandby, log });

  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`alter system set synchronous_standby_names = '*'`);
  await client.query('select pg_reload_conf()');
  await vi.waitUntil(
    async () => (await client.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1,
    { timeout: 10_000 },
  );
  await client.end();

  const send = async (folder: string, name: NodeJS.Signals) => {
    for (const pid of await postgresProcesses(join(folder, 'postgres'))) signal(pid, name);
  };
  const resume = () => send(ofStandby, 'SIGCONT');
  onTestFinished(async () => {
    await resume();
    await standby.stop();
    await primary.stop();
    for (const folder of [dataDir, ofStandby]) await rm(folder, { recursive: true });
  });
  return {
    connection,
    freeze: () => send(ofStandby, 'SIGSTOP'),
    resume,
    async killPrimary() {
      const stopping = primary.stop();
      await send(dataDir, 'SIGKILL');
      await stopping;
    },
  };
}
