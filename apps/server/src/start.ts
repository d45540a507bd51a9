import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { cannotListen, CannotStart } from './platform/cannot-start.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openVault } from './platform/db/secret-key.ts';
import { chooseDecoder } from './platform/pictures/decode.ts';
import { backlog } from './platform/http/backlog.ts';
import { systemGauges } from './operation/status/system.store.ts';
import { startMetricsServer } from './platform/observability/metrics-server.ts';
import { shareMetrics } from './platform/observability/sum.ts';
import { sayThatItRuns } from './platform/observability/process.ts';
import { type Metrics, openMetrics } from './platform/observability/metrics.ts';
import { demoLicenceKey, demoSignIns, seedDemoBuilding } from './demo/demo-building.ts';
import { startWorker } from './worker.ts';

export interface Program {
  /** Where people reach it; null in a process that is only a worker. */
  address: string | null;
  /** Where it listens, which a proxy may hide from people; null in a process that is only a worker. */
  listensAt: string | null;
  /** Where metrics are, if they are served. */
  metrics: string | null;
  /** The database holds the demo building, so its sign-ins work; the licence key is one that it has. */
  demo: { licenceKey: string | null } | null;
  stop: () => Promise<void>;
}

/**
 * Starts what the settings ask for: the database, then the worker, then the web. `stop` goes the other way: requests in
 * flight are answered, and PostgreSQL ends last.
 * @throws {CannotStart} when a setting keeps it from starting; what had been started is stopped again.
 */
export async function start(config: Config, log: Logger): Promise<Program> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of stops.toReversed()) await step().catch((error: unknown) => log.error(error, 'while stopping'));
  };
  try {
    const tracing = config.tracesTo ? await openTracing(config.tracesTo) : undefined;
    const database = openDatabase(await locateDatabase(), 10, tracing?.onQuery);
    stops.push(() => within(5000, database.close()));
    const hasRowSecurity = await prepareDatabase(database, config, log);
    if (config.demo) await seedDemoBuilding(database.db);
    const demo = config.demo ? await findDemoBuilding(database) : null;
    const vault = await openVault(config);
    const metrics = openMetrics(database, systemGauges);
    const stopSharing = shareMetrics(metrics);
    stops.push(() => Promise.resolve(stopSharing()));
    void reportDecoderProtections(config, log);
    const running = await sayThatItRuns({ db: database.db, log, roles: config.roles });
    stops.push(() => within(2000, running.stop()));
    const watched = config.metricsPort === null ? null : await listenForMetrics(database, metrics, config.metricsPort);
    if (config.roles.has('worker')) {
      const worker = await startWorker({ config, database, vault, log });
      stops.push(() => within(5000, worker.stop()));
    }
    if (!config.roles.has('web')) return { address: null, listensAt: null, metrics: watched, demo, stop };
    const app = await buildApp({ config, database, hasRowSecurity, vault, log, metrics, tracing });
    stops.push(() => within(15_000, app.close()));
    const listensAt = await listen(app, config);
    return { address: config.publicUrl?.origin ?? listensAt, listensAt, metrics: watched, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function locateDatabase() {
    if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
    const embedded = await startEmbedded({ dataDir: config.dataDir, log });
    stops.push(() => embedded.stop());
    return embedded.connection;
  }

  async function openTracing(endpoint: URL) {
    const { startTracing } = await import('./platform/observability/tracing.ts');
    const tracing = await startTracing(endpoint);
    stops.push(() => within(2000, tracing.stop()));
    return tracing;
  }

  async function listenForMetrics({ db }: Database, metrics: Metrics, port: number) {
    const { metricsHost: host } = config;
    try {
      const listener = await startMetricsServer({ db, metrics, log, port, host });
      stops.push(() => within(2000, listener.stop()));
      return listener.address;
    } catch (error) {
      throw new CannotStart(cannotListen(error, 'METRICS', port, host));
    }
  }
}

/** What does not end in its time is left behind, so that the steps after it still happen. */
async function within(ms: number, work: Promise<unknown>) {
  await Promise.race([work, sleep(ms, undefined, { ref: false })]);
}

/** Logs which protections a decoder of pictures has on this system, and which it lacks. */
async function reportDecoderProtections({ dataDir, storage, decoderSocket }: Config, log: Logger): Promise<void> {
  const folders = storage.place.kind === 'folder' ? [dataDir, storage.place.folder] : [dataDir];
  const protections = await chooseDecoder(decoderSocket, folders).catch(() => undefined);
  if (!protections) {
    const place = decoderSocket === null ? 'the process for it does not start' : 'no decoder answers at DECODER_SOCKET';
    return log.error(`pictures cannot be decoded: ${place}`);
  }
  const missing = [
    ...(protections.isOtherUser ? [] : ['another operating-system user']),
    ...(protections.hasNoNetwork ? [] : ['no network']),
    ...(protections.hasNoFolders ? [] : ['no access to the data folder']),
  ];
  if (missing.length === 0) {
    return log.info(
      'pictures are decoded by another operating-system user, without network or access to the data folder',
    );
  }
  log.warn({ missing }, `pictures are decoded without these protections: ${missing.join(', ')} (see docs/security.md)`);
}

async function findDemoBuilding({ db }: Database): Promise<Program['demo']> {
  const emails = demoSignIns.map(({ email }) => email);
  const users = db.selectFrom('user_account').select('id').where('email', 'in', emails).limit(1);
  const licences = db.selectFrom('licence').select('key').where('key', '=', demoLicenceKey);
  if (!(await users.executeTakeFirst())) return null;
  // One that was seeded by an older release has other keys.
  return { licenceKey: (await licences.executeTakeFirst())?.key ?? null };
}

async function listen(app: FastifyInstance, { port, host }: Config) {
  try {
    return await app.listen({ port, host, backlog });
  } catch (error) {
    throw new CannotStart(cannotListen(error, '', port, host));
  }
}
