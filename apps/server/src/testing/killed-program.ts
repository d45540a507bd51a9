import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Db } from '../platform/db/database.ts';
import { testFolder } from './folder.ts';
import { testSecretKey } from './server.ts';
import { text, typedSql } from '../platform/db/typed-sql.ts';

const checkout = resolve(import.meta.dirname, '../../../..');

interface KilledProgram {
  address: string;
  metrics: string | undefined;
  pid: number;
  ended: Promise<{ code: number | null; errors: string }>;
  kill(): Promise<void>;
}

export async function startProgram(db: Db, settings: Record<string, string>): Promise<KilledProgram> {
  return startWith({ DATA_DIR: await testFolder(), DATABASE_URL: await urlOf(db), ...settings }, onTestFinished);
}

export async function urlOf(db: Db): Promise<string> {
  const { host, user } = inject('postgres');
  const { rows } = await typedSql({ database: text })`select current_database() as database`.execute(db);
  return `postgres://${user}@localhost/${rows[0]?.database}?host=${encodeURIComponent(host)}`;
}

export async function startWith(
  settings: Record<string, string>,
  atEnd: (kill: () => Promise<void>) => void,
): Promise<KilledProgram> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: checkout,
    env: {
      PORT: '0',
      DEMO: 'false',
      SECRET_KEY: testSecretKey,
      NODE_COMPILE_CACHE: resolve(checkout, 'node_modules/.cache/node'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  atEnd(kill);
  let [output, errors] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ready = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, address] = /ready at (http\S+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  const ended = exit.then(() => ({ code: child.exitCode, errors }));
  const address = await Promise.race([ready, ended.then(() => undefined)]);
  if (address === undefined || child.pid === undefined) {
    throw new Error(`The program ended before it was ready: ${output}${errors}`);
  }
  const [, metrics] = /Metrics are at (http\S+)/.exec(output) ?? [];
  return { address, metrics, pid: child.pid, ended, kill };
}
