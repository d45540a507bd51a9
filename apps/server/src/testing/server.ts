import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { createVault } from '../db/sealed.ts';
import { testDatabase } from './database.ts';

/** The web part of the program on a real database. */
export interface TestServer {
  app: FastifyInstance;
  database: Database;
  /** Where it listens; undefined while it does not. */
  readonly authority: string | undefined;
  /** Listens on a free port of this machine, once, and answers where: `127.0.0.1:port`. */
  listen: () => Promise<string>;
  close: () => Promise<void>;
}

interface ServerOptions extends Partial<Pick<Config, 'publicUrl' | 'trustedProxies' | 'hideAccounts' | 'identity'>> {
  /** The test file's own when absent. */
  database?: Database;
  /** Receives each line of the log. */
  log?: (line: string) => void;
}

export const testSecretKey = 'a secret of the tests that everybody knows';
export const testVault = createVault(testSecretKey);

const servers: TestServer[] = [];
let shared: Promise<TestServer> | undefined;

afterAll(async () => {
  for (const server of servers) await server.close();
});

/** The server that the tests of a file share unless they ask for one of their own. */
export function sharedServer(): Promise<TestServer> {
  shared ??= startServer();
  return shared;
}

/** A server of its own, as another process on the same database would be one. It is closed after the file at the latest. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { publicUrl = null, trustedProxies = [], hideAccounts = false, identity = null, log } = options;
  const database = options.database ?? (await testDatabase());
  const app = await buildApp({
    config: { publicUrl, trustedProxies, hideAccounts, identity },
    database,
    vault: testVault,
    log: log ? pino({ level: 'trace' }, { write: log }) : pino({ level: 'silent' }),
  });
  await app.ready();
  let listening: Promise<string> | undefined;
  let authority: string | undefined;
  const server: TestServer = {
    app,
    database,
    get authority() {
      return authority;
    },
    listen() {
      listening ??= app.listen({ host: '127.0.0.1', port: 0 }).then((address) => (authority = new URL(address).host));
      return listening;
    },
    close: () => app.close(),
  };
  servers.push(server);
  return server;
}
