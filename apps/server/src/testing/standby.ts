import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import { type Connection, type Database, openDatabase } from '../platform/db/database.ts';
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts';
import { postgresProcesses, signal } from '../platform/db/embedded/processes.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openStandby, type ReadOutcome, type Standby as ReadStandby } from '../platform/db/standby.ts';
import { bool, queryRows } from '../platform/db/typed-sql.ts';
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
  return { connection, promote: async () => void (await run(connection, 'select pg_promote()')) };
}

interface ReplicatedPair {
  connection: Embedded['connection'];
  standby: Embedded['connection'];
  /** Stops the standby without a sign to the primary, as a lost network does. */
  freeze: () => Promise<void>;
  resume: () => Promise<void>;
  /** Its supervisor restarts it. */
  killStandby: () => Promise<void>;
  /** Makes the standby a primary of its own. */
  promote: () => Promise<void>;
  /** Ends the primary at once and for good. */
  killPrimary: () => Promise<void>;
}

/** A primary whose commits wait for a synchronous standby. */
export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const pair = await startPair();
  await pair.onPrimary(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
  await pair.untilStreaming('sync');
  return pair;
}

/** A primary whose commits do not wait for its standby, which replays them `delay` later. */
export async function startReadPair(delay = '0'): Promise<ReplicatedPair> {
  const pair = await startPair([`recovery_min_apply_delay = '${delay}'`, `max_standby_streaming_delay = '0'`]);
  await pair.untilStreaming('async');
  return pair;
}

interface FormerPrimary {
  /** Of the new timeline, with fewer changes. */
  primary: Embedded['connection'];
  /** A standby that follows no other server. */
  former: Embedded['connection'];
}

/**
 * The state after a failover that lost transactions: the former primary is ahead, although it lacks what the new one wrote.
 * @param prepare runs before the servers part, and `advance` on the former primary afterwards
 */
export async function startFormerPrimary(
  prepare: (connection: Embedded['connection']) => Promise<void>,
  advance: (connection: Embedded['connection']) => Promise<void>,
): Promise<FormerPrimary> {
  const [dataDir, copy] = [await testFolder(), await testFolder()];
  const first = await startEmbedded({ dataDir, log });
  await prepare(first.connection);
  await first.stop();
  await copyFolder(dataDir, copy);
  const ahead = await startEmbedded({ dataDir, log });
  await advance(ahead.connection);
  await ahead.stop();
  for (const folder of [dataDir, copy]) await writeFile(join(folder, 'postgres', 'standby.signal'), '');
  const former = await startEmbedded({ dataDir, log });
  const primary = await startEmbedded({ dataDir: copy, log });
  await run(primary.connection, 'select pg_promote()');
  onTestFinished(async () => {
    await former.stop();
    await primary.stop();
    for (const folder of [dataDir, copy]) await rm(folder, { recursive: true });
  });
  return { primary: primary.connection, former: former.connection };
}

async function startPair(settings: readonly string[] = []) {
  const [dataDir, ofStandby] = [await testFolder(), await testFolder()];
  // Without durability commits do not wait.
  await (await startEmbedded({ dataDir, log })).stop();
  await copyFolder(dataDir, ofStandby);
  const primary = await startEmbedded({ dataDir, log });
  const { connection } = primary;
  const { host, port, user } = connection;
  await writeFile(join(ofStandby, 'postgres', 'standby.signal'), '');
  const lines = [`primary_conninfo = 'host=${host} port=${port} user=${user}'`, ...settings];
  await appendFile(join(ofStandby, 'postgres', 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  const standby = await startEmbedded({ dataDir: ofStandby, log });

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
    standby: standby.connection,
    onPrimary: (...statements: string[]) => run(connection, ...statements),
    untilStreaming: (state: 'sync' | 'async') =>
      vi.waitUntil(
        async () => (await run(connection, `select from pg_stat_replication where sync_state = '${state}'`)) === 1,
        { timeout: 30_000 },
      ),
    async freeze() {
      await send(ofStandby, 'SIGSTOP');
      // A connection may have begun before the postmaster stopped.
      await send(ofStandby, 'SIGSTOP');
    },
    resume,
    promote: async () => void (await run(standby.connection, 'select pg_promote()')),
    killStandby: () => send(ofStandby, 'SIGKILL'),
    async killPrimary() {
      const stopping = primary.stop();
      await send(dataDir, 'SIGKILL');
      await stopping;
    },
  };
}

async function copyFolder(from: string, to: string) {
  await rm(to, { recursive: true });
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Returns the number of rows of the last statement. */
async function run(connection: Embedded['connection'], ...statements: string[]): Promise<number | null> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  let rows: number | null = null;
  for (const statement of statements) rows = (await client.query(statement)).rowCount;
  await client.end();
  return rows;
}

export async function openPrimary(connection: Connection): Promise<Database> {
  const database = openDatabase(connection);
  onTestFinished(() => database.close());
  await migrate(database.db);
  return database;
}

/** Opens a standby and waits until reads use it. `outcomes` collects those of all reads. */
export async function usedStandby(
  primary: Database,
  connection: Connection,
): Promise<{ standby: ReadStandby; outcomes: ReadOutcome[] }> {
  const outcomes: ReadOutcome[] = [];
  const onRead = (outcome: ReadOutcome) => void outcomes.push(outcome);
  const standby = openStandby({ connection, primary, onRead, log });
  onTestFinished(standby.close);
  await expect.poll(standby.isUsed, { timeout: 30_000 }).toBe(true);
  return { standby, outcomes };
}

export async function holds(connection: Connection, condition: string): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  const [row] = await queryRows(client, { holds: bool }, `select (${condition}) as holds`);
  await client.end();
  return row?.holds ?? false;
}
