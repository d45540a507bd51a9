import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CannotStart, reasonOf } from '../../cannot-start.ts';
import type { Account } from './account.ts';
import { postgresProcesses, signal } from './processes.ts';

export const databaseName = 'vestibule';
export const superuser = 'vestibule';
export const programUser = 'vestibule_program';

const major = '18';

type Cluster = { programs: string; clusterDir: string; account: Account; durable: boolean };

/**
 * Creates the cluster with its database, if missing. An interrupted start leaves no partial cluster.
 * @throws {CannotStart} for data of another PostgreSQL
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { clusterDir } = cluster;
  const version = await versionOf(clusterDir);
  if (version === undefined) return createCluster(cluster);
  if (version.trim() === major) return;
  throw new CannotStart(
    `DATA_DIR: ${clusterDir} holds data of PostgreSQL ${version.trim()}, and PostgreSQL ${major} cannot read it.`,
  );
}

export async function hasCluster(clusterDir: string): Promise<boolean> {
  return (await versionOf(clusterDir)) !== undefined;
}

function versionOf(clusterDir: string): Promise<string | undefined> {
  return readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
}

async function createCluster({ programs, clusterDir, account, durable }: Cluster) {
  const unfinished = `${clusterDir}.unfinished`;
  for (const pid of await postgresProcesses(unfinished)) signal(pid, 'SIGKILL');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await chmod(unfinished, 0o700);
  if (account.isLent) await chown(unfinished, account.uid, account.gid);

  const run = (program: string, args: string[], input = '') =>
    runProgram(join(programs, program), args, { input, cwd: unfinished, account });
  // Sorting and lower case are the same on every machine. The trigram index needs the character classes of the C library for letters beyond
  // ASCII.
  const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--lc-ctype=${letters}`];
  const access = [`--username=${superuser}`, '--auth-local=trust', '--auth-host=reject'];
  const syncs = durable ? [] : ['--no-sync'];
  await run('initdb', ['-D', unfinished, '--encoding=UTF8', ...locale, ...access, ...syncs]);
  await run(
    'postgres',
    ['--single', '-D', unfinished, 'postgres'],
    `create database ${databaseName}\nrevoke temporary on database ${databaseName} from public\ncreate role ${programUser} login\n`,
  );
  await rename(unfinished, clusterDir);
}

async function runProgram(file: string, args: string[], options: { input: string; cwd: string; account: Account }) {
  const { uid, gid } = options.account;
  const child = spawn(file, args, { cwd: options.cwd, uid, gid, env: { LC_ALL: 'C' }, detached: true });
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(options.input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [, output, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]).catch(
    (error: unknown) => {
      throw cannotRun(error);
    },
  );
  if (code !== 0)
    throw new CannotStart(`DATA_DIR: no database could be created in ${options.cwd} (${errorIn(output)}).`);
}

export function cannotRun(error: unknown): CannotStart {
  return new CannotStart(
    `DATABASE_URL is needed: the PostgreSQL that ships with the program does not run here (${reasonOf(error)}).`,
  );
}

const severity = /^.*?(error|ERROR|FATAL|PANIC):\s*/;

export function errorIn(output: string): string {
  const lines = output.trim().split('\n');
  const line = lines.find((line) => severity.test(line)) ?? lines.at(-1) ?? '';
  return line.replace(severity, '').trim() || 'no reason given';
}
