import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { demoLicenseKey, demoSignIns, seedDemoBuilding } from './demo/demo-building.ts';
import { systemGauges } from './operation/status/system.store.ts';
import { cannotListen, CannotStart } from './platform/cannot-start.ts';
import { countConnections, findConnectionLimit, poolSizes } from './platform/db/connection-budget.ts';
import {
  type Connection,
  type Database,
  type Db,
  type OnQuery,
  openDatabase,
  reachOf,
} from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { createMailCatcher } from './platform/integrations/mail/catcher.ts';
import { devMailPath } from './platform/outbox/dev-mail.ts';
import { openStorage } from './platform/integrations/storage/open.ts';
import { openVault } from './platform/db/secret-key.ts';
import { type MetricsSource, openMetrics, startMetricsServer } from './platform/observability/metrics.ts';
import { startHeartbeat } from './platform/observability/heartbeat.ts';
import { checkRefusals } from './platform/http/stated-refusals.ts';
import { shareMetrics } from './platform/observability/sum.ts';
import { chooseDecoder } from './platform/pictures/decode.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startWorker } from './worker.ts';

export interface Program {
  /** Public. Null in a worker process. */
  address: string | null;
  /** Null in a worker process. */
  listensAt: string | null;
  metrics: string | null;
  /** Where the demo shows its mails. */
  mails?: string | null;
  /** Null without the demo building. */
  demo: { licenseKey: string | null } | null;
  /** Resolves when the program cannot continue, with the reason. */
  failed?: Promise<CannotStart>;
  stop: () => Promise<void>;
}

/**
 * Starts the database, then the worker, then the web. `stop` reverses the order and answers requests in flight.
 * @throws {CannotStart} after stopping everything already started
 */
export function start(config: Config, log: Logger): Promise<Program> {
  return startInOrder(log, async (stops) => {
    const tracing = config.tracesTo ? await openTracing(config.tracesTo, stops) : undefined;
    const located = await locateDatabase(config, log, stops);
    const { connection } = located;
    const { database, hasRowSecurity, demo } = await prepare(located, config, log, stops, tracing?.onQuery);
    const vault = await openVault(config);
    // The primary reads the gauges of the system for all processes.
    const metrics = openMetrics(database, cluster.isWorker ? [] : systemGauges);
    const stopSharing = shareMetrics(metrics);
    stops.push(() => Promise.resolve(stopSharing()));
    void reportDecoderProtections(config, log);
    const running = await startHeartbeat({ db: database.db, log, roles: config.roles });
    stops.push(() => within(2000, running.stop()));
    const watched = await listenForMetrics(database, metrics, config, log, stops);
    const mailCatcher = config.catchesMail ? createMailCatcher() : null;
    if (config.roles.has('worker')) {
      const reach = reachOf(database, hasRowSecurity);
      const localOrigin = config.production || config.port === 0 ? null : `http://localhost:${config.port}`;
      const worker = await startWorker({ config, reach, connection, vault, log, localOrigin, mailCatcher });
      stops.push(() => within(5000, worker.stop()));
    }
    if (!config.roles.has('web')) return { address: null, listensAt: null, metrics: watched, demo };
    if (!config.production) checkRefusals((error) => log.error(error, 'the contract is incomplete'));
    const app = await buildApp({ config, database, hasRowSecurity, vault, log, metrics, tracing, mailCatcher });
    stops.push(() => within(15_000, app.close()));
    const listensAt = await listen(app, config);
    const mails = mailCatcher && `${listensAt}${devMailPath}`;
    return { address: config.publicUrl?.origin ?? listensAt, listensAt, metrics: watched, mails, demo };
  });
}

export type Stops = (() => Promise<void>)[];

/**
 * Runs `begin`, which adds a stop function per thing that it starts.
 * @returns its result with a function that stops everything in reverse order
 * @throws the error of `begin`, after stopping everything
 */
export async function startInOrder(
  log: Logger,
  begin: (stops: Stops) => Promise<Omit<Program, 'stop'>>,
): Promise<Program> {
  const stops: Stops = [];
  let stopping: Promise<void> | undefined;
  const stopAll = async () => {
    for (const step of stops.toReversed()) await step().catch((error: unknown) => log.error(error, 'stopping failed'));
  };
  const stop = () => (stopping ??= stopAll());
  try {
    return { ...(await begin(stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Commands and tools. */
const otherConnections = 20;

interface Located {
  /** Of the program. */
  connection: Connection;
  /** Of the owner of the embedded database. */
  embeddedOwner: Connection | null;
}

/** Starts the embedded PostgreSQL if `DATABASE_URL` is not set. */
export async function locateDatabase(config: Config, log: Logger, stops: Stops): Promise<Located> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) return { connection: { connectionString: databaseUrl }, embeddedOwner: null };
  const maxConnections = Math.max(100, countConnections(config) + otherConnections);
  const embedded = await startEmbedded({ dataDir, log, maxConnections });
  stops.push(() => embedded.stop());
  return { connection: embedded.asProgram, embeddedOwner: embedded.connection };
}

export async function prepare(
  { connection, embeddedOwner }: Located,
  config: Config,
  log: Logger,
  stops: Stops,
  onQuery?: OnQuery,
): Promise<{ database: Database; hasRowSecurity: boolean; demo: Program['demo'] }> {
  const isPrimary = config.processes > 1 && config.roles.has('web');
  const database = openDatabase(connection, isPrimary ? poolSizes.primary : poolSizes.calls, onQuery);
  stops.push(() => within(5000, database.close()));
  // Only web processes read from standbys.
  const settings = config.roles.has('web') ? config : { ...config, databaseReadUrl: null };
  const hasRowSecurity = await prepareDatabase(database, settings, log, embeddedOwner);
  // The primary counts the connections of all its processes.
  if (!cluster.isWorker) await warnOfConnections(database.db, config, log);
  if (!config.demo) return { database, hasRowSecurity, demo: null };
  if (await seedDemoBuilding(database.db, await openVault(config))) {
    // Only the demo draws in this process.
    const { seedPhotos } = await import('./demo/photos.ts');
    await seedPhotos(database.db, await openStorage(config.storage));
  }
  return { database, hasRowSecurity, demo: await findDemoBuilding(database) };
}

async function warnOfConnections(db: Db, config: Config, log: Logger): Promise<void> {
  const needed = countConnections(config);
  const allowed = await findConnectionLimit(db);
  if (needed <= allowed) return;
  log.warn(
    { needed, allowed },
    `PostgreSQL allows ${allowed} connections, and this program needs up to ${needed}: raise max_connections (see docs/scaling.md)`,
  );
}

export async function listenForMetrics(
  { pool }: Database,
  metrics: MetricsSource,
  { metricsPort: port, metricsHost: host }: Config,
  log: Logger,
  stops: Stops,
): Promise<string | null> {
  if (port === null) return null;
  try {
    const listener = await startMetricsServer({ pool, metrics, log, port, host });
    stops.push(() => within(2000, listener.stop()));
    return listener.address;
  } catch (error) {
    throw new CannotStart(cannotListen(error, 'METRICS', port, host));
  }
}

async function openTracing(endpoint: URL, stops: Stops) {
  const { startTracing } = await import('./platform/observability/tracing.ts');
  const tracing = await startTracing(endpoint);
  stops.push(() => within(2000, tracing.stop()));
  return tracing;
}

/** Waits for `work` for at most `ms`, so that later steps still run. */
async function within(ms: number, work: Promise<unknown>) {
  await Promise.race([work, sleep(ms, undefined, { ref: false })]);
}

export async function reportDecoderProtections(
  { dataDir, storage, decoderSocket }: Config,
  log: Logger,
): Promise<void> {
  const folders = storage.place.kind === 'folder' ? [dataDir, storage.place.folder] : [dataDir];
  const protections = await chooseDecoder(decoderSocket, folders).catch(() => undefined);
  // The primary reports once for all processes.
  if (cluster.isWorker) return;
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
  const licenses = db.selectFrom('license').select('key').where('key', '=', demoLicenseKey);
  if (!(await users.executeTakeFirst())) return null;
  // An older release seeded other keys.
  return { licenseKey: (await licenses.executeTakeFirst())?.key ?? null };
}

/** Node's default of 511 is too short for kiosks that reconnect together after a restart. See also `net.core.somaxconn`. */
const backlog = 4_096;

async function listen(app: FastifyInstance, { port, host }: Config) {
  try {
    return await app.listen({ port, host, backlog });
  } catch (error) {
    throw new CannotStart(cannotListen(error, '', port, host));
  }
}
