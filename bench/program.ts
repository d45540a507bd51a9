import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { freePort } from '../scripts/free-port.mjs';
import { savingMemory } from '../scripts/launch.mjs';
import { server } from '../scripts/workspace.mjs';
import type { Postgres } from './postgres.ts';

export interface Program {
  /** 0 of a worker. */
  port: number;
  pid: number;
  startMs: number;
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export const secretKey = 'a secret of the bench that everybody knows';

const root = resolve(import.meta.dirname, '..');

/** Runs as in production. Without a connection it embeds PostgreSQL. */
export async function startVestibule(
  folder: string,
  connection?: Postgres['connection'],
  settings: Record<string, string> = {},
  checkout = root,
): Promise<Program> {
  const port = settings['PORT'] ?? (await freePort());
  return startProgram(checkout, server, {
    NODE_ENV: 'production',
    SECRET_KEY: secretKey,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECOND_FACTOR_ROLES: 'none',
    DATA_DIR: folder,
    ...(connection && { DATABASE_URL: addressOf(connection) }),
    ...settings,
  });
}

export function startBaseline(connection: Postgres['connection']): Promise<Program> {
  return startProgram(root, ['bench/baseline.ts'], { NODE_ENV: 'production', DATABASE_URL: addressOf(connection) });
}

function addressOf({ host, user, database }: Postgres['connection']) {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

/** Discards logs through a pipe, to keep PostgreSQL's disk free. */
async function startProgram(cwd: string, command: readonly string[], env: Record<string, string>): Promise<Program> {
  const began = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, ...command], {
    cwd,
    env: { ...process.env, ...savingMemory, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readyPort(child);
  const startMs = performance.now() - began;
  return {
    port,
    pid: child.pid ?? 0,
    startMs,
    async memory() {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return Number(stdout) * 1024;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function readyPort({ stdout }: ChildProcessByStdio<null, Readable, null>): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready at http:\/\/[^:\s]+:(\d+)|runs background jobs/.exec(output);
      if (!ready) return;
      stdout.off('data', read);
      stdout.resume();
      resolve(Number(ready[1] ?? 0));
    };
    stdout.on('data', read);
    stdout.once('end', () => reject(new Error(`A server did not start.\n${output}`)));
  });
}
