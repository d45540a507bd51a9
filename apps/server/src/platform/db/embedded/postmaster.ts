import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { CannotStart } from '../../cannot-start.ts';
import type { Account } from './account.ts';
import { cannotRun, errorIn } from './cluster.ts';
import {
  holdsWithin,
  isReady,
  knowsEveryProcess,
  postgresProcesses,
  recordedPostmaster,
  recordedSocketDir,
  signal,
} from './processes.ts';

export type PostmasterOptions = {
  programs: string;
  clusterDir: string;
  socketDir: string;
  logFile: string;
  account: Account;
  durable: boolean;
  maxConnections: number;
};

export interface Postmaster {
  ended: Promise<void>;
  quit: () => void;
}

type Leftover = Pick<PostmasterOptions, 'clusterDir' | 'socketDir'> & { log: Logger };

export const port = 5432;

const maxLogBytes = 5_000_000;

/**
 * Starts PostgreSQL and waits for connections, also during a long recovery. Its process group is separate, so that Ctrl-C reaches it
 * after the last request.
 * @throws {CannotStart} with PostgreSQL's reason
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { clusterDir, logFile, account } = options;
  await rotate(logFile);
  const log = await open(logFile, 'a', 0o600);
  const { size: logStart } = await log.stat();
  const child = spawn(join(options.programs, 'postgres'), ['-D', clusterDir, ...settings(options)], {
    cwd: clusterDir,
    uid: account.uid,
    gid: account.gid,
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded = true;
      resolve();
    });
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw cannotRun(error);
  } finally {
    await log.close();
  }

  await holdsWithin(Infinity, async () => hasEnded || (await isReady(clusterDir, child.pid)));
  if (!hasEnded) return { ended, quit: () => void child.kill('SIGQUIT') };
  const output = (await readFile(logFile)).subarray(logStart).toString();
  throw new CannotStart(`DATA_DIR: PostgreSQL did not start in ${clusterDir} (${errorIn(output)}). See ${logFile}.`);
}

export async function stopPostgres(clusterDir: string): Promise<void> {
  const haveEnded = async () => (await postgresProcesses(clusterDir)).length === 0;
  const steps = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [name, ms] of steps) {
    const living = await postgresProcesses(clusterDir);
    const recorded = await recordedPostmaster(clusterDir);
    const postmaster = living.find((pid) => pid === recorded);
    if (postmaster !== undefined && name !== 'SIGKILL') signal(postmaster, name);
    // Without a postmaster, child processes do not stop in order: after SIGINT one could write a checkpoint too early. SIGQUIT ends all at
    // once, and the next start replays the write-ahead log.
    else for (const pid of living) signal(pid, name === 'SIGKILL' ? name : 'SIGQUIT');
    if (await holdsWithin(ms, haveEnded)) return;
  }
  throw new Error(`PostgreSQL in ${clusterDir} does not stop`);
}

export async function clearLeftover({ clusterDir, socketDir, log }: Leftover): Promise<void> {
  if ((await postgresProcesses(clusterDir)).length > 0) {
    log.warn({ clusterDir }, 'stopping PostgreSQL processes of an earlier run');
    await stopPostgres(clusterDir);
  } else if ((await answeringSocketDir(clusterDir)) !== undefined) {
    throw new CannotStart(`DATA_DIR: ${clusterDir} is in use by a PostgreSQL outside this container.`);
  }
  if (!knowsEveryProcess) return;
  // PostgreSQL mistakes a zombie or a reused process id for a running postmaster.
  await rm(join(clusterDir, 'postmaster.pid'), { force: true });
  await rm(join(socketDir, `.s.PGSQL.${port}.lock`), { force: true });
}

export async function answeringSocketDir(clusterDir: string): Promise<string | undefined> {
  const socketDir = await recordedSocketDir(clusterDir);
  if (socketDir === undefined) return undefined;
  const socket = connect(join(socketDir, `.s.PGSQL.${port}`));
  try {
    await once(socket, 'connect');
    return socketDir;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

function settings({ socketDir, durable, maxConnections }: PostmasterOptions) {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port,
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The program shares the cores, so parallel workers of one query would slow down other calls. Containers also limit their shared memory
    // to 64 MB.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    // The program logs failed statements. PostgreSQL would log values with personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function rotate(logFile: string) {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > maxLogBytes) await rename(logFile, `${logFile}.1`);
}
