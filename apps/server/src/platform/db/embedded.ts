import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CannotStart } from '../cannot-start.ts';
import { type Account, accountFor } from './embedded/account.ts';
import { databaseName, ensureCluster, hasCluster, programUser, superuser } from './embedded/cluster.ts';
import { lockFolder, prepareDataDir, prepareSocketDir } from './embedded/folders.ts';
import {
  answeringSocketDir,
  clearLeftover,
  port,
  type Postmaster,
  type PostmasterOptions,
  startPostmaster,
  stopPostgres,
} from './embedded/postmaster.ts';
import { postgresPrograms } from './embedded/programs.ts';

export type EmbeddedOptions = {
  dataDir: string;
  log: Logger;
  durable?: boolean;
  maxConnections?: number;
};

type SocketConnection = { host: string; port: number; user: string; database: string };

export type Embedded = {
  /** As the superuser, who owns the tables. */
  connection: SocketConnection;
  /** As the role of the program, which owns nothing. `prepareDatabase` grants its rights. */
  asProgram: SocketConnection;
  stop: () => Promise<void>;
};

/**
 * Starts the included PostgreSQL in `dataDir` on a socket, and restarts it if it ends. The folder belongs to this process.
 * @throws {CannotStart} if the folder is in use or cannot be used
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    const account = await accountFor(join(options.dataDir, 'postgres'));
    const dataDir = await prepareDataDir(options.dataDir, account);
    const lock = await lockFolder(dataDir);
    try {
      const embedded = await startIn(dataDir, account, options);
      return {
        ...embedded,
        async stop() {
          await embedded.stop();
          await lock.release();
        },
      };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CannotStart(`DATA_DIR ${options.dataDir} cannot be used (${error.message}).`);
  }
}

/**
 * Connects to the running PostgreSQL in `dataDir`, or starts one.
 * @throws {CannotStart} as `startEmbedded`, and if there is no database
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const clusterDir = join(options.dataDir, 'postgres');
  const host = await answeringSocketDir(clusterDir);
  if (host !== undefined) return { ...connectionsAt(host), stop: () => Promise.resolve() };
  if (!(await hasCluster(clusterDir))) throw new CannotStart(`DATA_DIR ${options.dataDir} holds no database.`);
  return startEmbedded(options);
}

async function startIn(
  dataDir: string,
  account: Account,
  { log, durable = true, maxConnections = 100 }: EmbeddedOptions,
): Promise<Embedded> {
  const clusterDir = join(dataDir, 'postgres');
  const programs = await postgresPrograms(dataDir, account);
  const socketDir = await prepareSocketDir(clusterDir, account);
  await clearLeftover({ clusterDir, socketDir, log });
  await ensureCluster({ programs, clusterDir, account, durable });
  const logFile = join(dataDir, 'postgres.log');
  const postmaster = { programs, clusterDir, socketDir, logFile, account, durable, maxConnections };
  const { stop } = await keepRunning(postmaster, log);
  return {
    ...connectionsAt(socketDir),
    async stop() {
      await stop();
      if (socketDir !== clusterDir) await rm(socketDir, { recursive: true, force: true });
    },
  };
}

function connectionsAt(host: string): Pick<Embedded, 'connection' | 'asProgram'> {
  const connection = { host, port, user: superuser, database: databaseName };
  return { connection, asProgram: { ...connection, user: programUser } };
}

async function keepRunning(options: PostmasterOptions, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  let running: Postmaster = await startPostmaster(options);
  const supervision = supervise();
  return {
    async stop() {
      stopping.abort();
      await stopPostgres(options.clusterDir);
      running.quit();
      await supervision;
      await stopPostgres(options.clusterDir);
    },
  };

  async function supervise() {
    await running.ended;
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      log.error('PostgreSQL ended: restarting it');
      try {
        await clearLeftover({ ...options, log });
        running = await startPostmaster(options);
        log.warn('PostgreSQL is running again');
        wait = 100;
        if (!stopping.signal.aborted) await running.ended;
      } catch (error) {
        log.error(error, 'PostgreSQL does not start');
        await sleep(wait);
      }
    }
  }
}
