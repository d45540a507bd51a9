import type { FastifyInstance } from 'fastify';
import { type AppConfig, buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import { enforceRowSecurity } from '../platform/db/row-security.ts';
import { openLog } from '../platform/http/log.ts';
import type { MailCatcher } from '../platform/integrations/mail/catcher.ts';
import { createVault } from '../platform/db/sealed.ts';
import { systemGauges } from '../operation/status/system.store.ts';
import { openMetrics } from '../platform/observability/metrics.ts';
import type { Tracing } from '../platform/observability/tracing.ts';
import { afterFile } from './after-file.ts';
import { testDatabase } from './database.ts';
import { noDirectories } from './directories.ts';
import { testFolder } from './folder.ts';

export interface TestServer {
  app: FastifyInstance;
  database: Database;
  readMetrics: () => Promise<string>;
  readonly authority: string | undefined;
  listen: () => Promise<string>;
  close: () => Promise<void>;
}

interface ServerOptions extends Partial<AppConfig> {
  database?: Database;
  log?: (line: string) => void;
  tracing?: Tracing;
  isPrepared?: boolean;
  hasRowSecurity?: boolean;
  mailCatcher?: MailCatcher;
}

export const testSecretKey = 'a secret of the tests that everybody knows';
export const testVault = createVault(testSecretKey);

export const quietLog = openLog('silent');

const defaults = readConfig({});

let shared: Promise<TestServer> | undefined;

export function sharedServer(): Promise<TestServer> {
  shared ??= startShared();
  return shared;
}

async function startShared() {
  afterFile(() => Promise.resolve((shared = undefined)));
  return startServer();
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { publicUrl = null, trustedProxies = [], hideAccounts = false, identity = null, sms = null, log } = options;
  const { hasRowSecurity = true, databaseReadUrl = null } = options;
  const { directories = noDirectories, secondFactorRoles = new Set(), roles = new Set(['web']), mail = null } = options;
  const { smsLimits = defaults.smsLimits, smsCountries = defaults.smsCountries } = options;
  const storage = options.storage ?? {
    place: { kind: 'folder', folder: await testFolder() },
    container: 'images',
    host: null,
  };
  const database = options.database ?? (await testDatabase());
  if (!options.isPrepared) await enforceRowSecurity(database.db);
  const metrics = openMetrics(database, systemGauges);
  const app = await buildApp({
    config: {
      databaseReadUrl,
      publicUrl,
      trustedProxies,
      hideAccounts,
      secondFactorRoles,
      identity,
      roles,
      mail,
      sms,
      smsLimits,
      smsCountries,
      storage,
      directories,
    },
    database,
    hasRowSecurity,
    metrics,
    tracing: options.tracing,
    mailCatcher: options.mailCatcher ?? null,
    vault: testVault,
    log: log ? openLog('trace', { write: log }) : quietLog,
  });
  await app.ready();
  let listening: Promise<string> | undefined;
  let authority: string | undefined;
  const server: TestServer = {
    app,
    database,
    readMetrics: metrics.write,
    get authority() {
      return authority;
    },
    listen() {
      listening ??= app.listen({ host: '127.0.0.1', port: 0 }).then((address) => (authority = new URL(address).host));
      return listening;
    },
    close: () => app.close(),
  };
  afterFile(server.close);
  return server;
}
