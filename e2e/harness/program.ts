import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { databaseName, superuser } from '../../apps/server/src/platform/db/embedded/cluster.ts';
import { port, stopPostgres } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { testFolder } from '../../apps/server/src/testing/folder.ts';

const checkout = path.resolve(import.meta.dirname, '../..');
/** Longer than the program's own shutdown timeout. */
const stopTimeoutMs = 30_000;

interface RunningProgram {
  address: string;
  dataDir: string;
  stop: () => Promise<string[]>;
}

/** Uses a free port, embedded PostgreSQL and the demo building. Ends with this process. */
export async function startProgram(settings: Record<string, string> = {}): Promise<RunningProgram> {
  const dataDir = await testFolder();
  const child = spawn(path.join(checkout, 'node_modules/.bin/node'), ['apps/server/src/main.ts'], {
    cwd: checkout,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: path.join(checkout, 'node_modules/.cache/node'),
      DATA_DIR: dataDir,
      PORT: '0',
      TZ: 'Europe/Oslo',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const output = listen(child);

  const stop = async () => {
    process.off('exit', end);
    await ended(child);
    await stopPostgres(path.join(dataDir, 'postgres'));
    await rm(dataDir, { recursive: true });
    return output.errors();
  };
  try {
    return { address: await output.address, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Uses the run's database and key. Background jobs stay with the first program. */
export function startBeside(settings: Record<string, string>): Promise<RunningProgram> {
  const { E2E_DATA_DIR: dataDir } = process.env;
  if (!dataDir) throw new Error('The global set-up has not started the program.');
  const database = new URL(`postgres:///${databaseName}`);
  database.search = new URLSearchParams({
    host: path.join(dataDir, 'postgres'),
    port: String(port),
    user: superuser,
  }).toString();
  return startProgram({ DATA_DIR: dataDir, DATABASE_URL: database.href, ROLE: 'web', ...settings });
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exit;
  clearTimeout(timer);
}

function listen({ stdout, stderr }: ChildProcess) {
  let output = '';
  let complaints = '';
  const address = new Promise<string>((resolve, reject) => {
    stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const [, found] = /ready at (http\S+)/.exec(output) ?? [];
      if (found) resolve(found);
    });
    stdout?.once('close', () => reject(new Error(`The program ended before it was ready. ${complaints}`)));
  });
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    complaints += chunk;
  });
  const isError = (line: string) => /^\{"level":[5-9]\d/.test(line);
  return { address, errors: () => [...output.split('\n').filter(isError), ...complaints.split('\n').filter(Boolean)] };
}
