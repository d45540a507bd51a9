import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Db } from '../platform/db/database.ts';
import { testFolder } from './folder.ts';
import { testSecretKey } from './server.ts';
import { text, typedSql } from '../platform/db/typed-sql.ts';

const checkout = resolve(import.meta.dirname, '../../../..');

/** The program in a process of its own, which a test may end as if the machine had lost its power. */
interface KilledProgram {
  address: string;
  /** Ends it with SIGKILL, and returns when it has gone. */
  kill(): Promise<void>;
}

/** Starts the program on a database of the tests, until the end of the test at the latest. */
export async function startProgram(db: Db, settings: Record<string, string>): Promise<KilledProgram> {
  const { host, user } = inject('postgres');
  const { rows } = await typedSql({ database: text })`select current_database() as database`.execute(db);
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: checkout,
    env: {
      PORT: '0',
      DEMO: 'false',
      DATA_DIR: await testFolder(),
      DATABASE_URL: `postgres://${user}@localhost/${rows[0]?.database}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: testSecretKey,
      NODE_COMPILE_CACHE: resolve(checkout, 'node_modules/.cache/node'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(kill);
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += String(chunk);
    const [, address] = /ready at (http\S+)/.exec(said) ?? [];
    if (address === undefined) continue;
    return { address, kill };
  }
  throw new Error(`The program ended before it was ready: ${said}`);
}
