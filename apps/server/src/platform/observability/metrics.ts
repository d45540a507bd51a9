import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import type { Standby } from '../db/standby.ts';
import { serveHealth } from '../http/health.ts';
import { answerProblem } from '../http/problem.ts';
import { Refusal } from '../http/refusal.ts';
import { registerCounters } from './counters.ts';
import { registerSystemGauges, type SystemGauge } from './system-gauge.ts';
import { version } from './version.ts';

export type ProcessValues = MetricObjectWithValues<MetricValue<string>>[];

export interface MetricsSource {
  contentType: string;
  write: () => Promise<string>;
}

export interface Metrics extends MetricsSource {
  register: Registry;
  watchPool: (database: Pooled) => void;
  watchStandby: (standby: Pick<Standby, 'isUsed' | 'lagSeconds'>) => void;
  readValues: () => Promise<ProcessValues>;
}

type Pooled = Pick<Database, 'pool' | 'permits'>;

/** No value identifies a person, a company or a tenant. */
export function openMetrics({ db, ...pooled }: Pick<Database, 'db'> & Pooled, gauges: readonly SystemGauge[]): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const build = new Gauge({
    name: 'vestibule_build_info',
    help: 'The version of the program and of Node.',
    labelNames: ['version', 'node'],
    registers: [register],
    aggregator: 'first',
  });
  build.set({ version, node: process.version }, 1);
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process to the database, and calls that wait for one.',
    labelNames: ['state'],
    registers: [register],
  });
  const pools = [pooled];
  const sumOf = (count: (pooled: Pooled) => number) => pools.reduce((sum, pooled) => sum + count(pooled), 0);
  registerCounters(register);
  const readSystem = registerSystemGauges(register, db, gauges);
  async function read() {
    await readSystem();
    connections.set(
      { state: 'total' },
      sumOf(({ pool }) => pool.totalCount),
    );
    connections.set(
      { state: 'idle' },
      sumOf(({ pool }) => pool.idleCount),
    );
    connections.set(
      { state: 'waiting' },
      sumOf(({ pool, permits }) => pool.waitingCount + permits.countWaiting()),
    );
  }
  return {
    register,
    contentType: register.contentType,
    watchPool: (database) => void pools.push(database),
    watchStandby: (standby) => registerStandby(register, standby),
    async write() {
      await read();
      return register.metrics();
    },
    async readValues() {
      await read();
      return register.getMetricsAsJSON();
    },
  };
}

function registerStandby(register: Registry, standby: Pick<Standby, 'isUsed' | 'lagSeconds'>) {
  const used: Gauge = new Gauge({
    name: 'standby_used',
    help: '1 while reads of this process use the standby.',
    collect: () => used.set(standby.isUsed() ? 1 : 0),
    registers: [],
    aggregator: 'min',
  });
  register.registerMetric(used);
  const lag: Gauge = new Gauge({
    name: 'standby_lag_seconds',
    help: 'Age of the oldest change that the standby lacks. 0 if it lacks none.',
    collect: () => lag.set(standby.lagSeconds()),
    registers: [],
    aggregator: 'max',
  });
  register.registerMetric(lag);
}

export function measureCalls(app: FastifyInstance, { register }: Metrics, countSockets: () => number): void {
  const calls = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer was sent.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  const sockets: Gauge = new Gauge({
    name: 'console_sockets_open',
    help: 'Open sockets of consoles in this process.',
    collect: () => sockets.set(countSockets()),
    registers: [],
  });
  register.registerMetric(sockets);
  const waiting: Gauge = new Gauge({
    name: 'http_calls_waiting',
    help: 'Calls that wait because eight calls of the same caller use the database.',
    collect: () => waiting.set(app.turns.countWaiting()),
    registers: [],
  });
  register.registerMetric(waiting);
}

interface MetricsServerOptions {
  metrics: MetricsSource;
  pool?: pg.Pool;
  log: FastifyBaseLogger;
  port: number;
  host: string;
}

export async function startMetricsServer({ pool, metrics, log, port, host }: MetricsServerOptions): Promise<{
  address: string;
  stop: () => Promise<void>;
}> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => answerProblem(new Refusal('notFound'), request, reply));
  if (pool) serveHealth(app, pool);
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.write()));
  const address = await app.listen({ port, host });
  return { address: `${address}/metrics`, stop: () => app.close() };
}
