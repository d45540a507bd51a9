import { collectDefaultMetrics, Gauge, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { registerCounters } from './counters.ts';
import { registerSystemGauges, type SystemGauge } from './system-gauge.ts';
import { version } from './version.ts';

/** The values of one process, as prom-client writes them for its aggregator. */
export type ProcessValues = MetricObjectWithValues<MetricValue<string>>[];

/** Metrics that an endpoint serves. */
export interface MetricsSource {
  contentType: string;
  /** All metrics in the format of Prometheus, read now. */
  write: () => Promise<string>;
}

/** What a process tells of itself and of the system. */
export interface Metrics extends MetricsSource {
  register: Registry;
  /** Counts the connections of another pool of this process as well. */
  watchPool: (pool: Database['pool']) => void;
  /** All metrics as values, for the sum of several processes. */
  readValues: () => Promise<ProcessValues>;
}

/** Measures the process, its pools, and what `gauges` read from the database. No value identifies a person, a company or a tenant. */
export function openMetrics({ db, pool }: Pick<Database, 'db' | 'pool'>, gauges: readonly SystemGauge[]): Metrics {
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
  const pools = [pool];
  const sumOf = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    pools.reduce((sum, pool) => sum + pool[count], 0);
  registerCounters(register);
  const readSystem = registerSystemGauges(register, db, gauges);
  async function read() {
    await readSystem();
    connections.set({ state: 'total' }, sumOf('totalCount'));
    connections.set({ state: 'idle' }, sumOf('idleCount'));
    connections.set({ state: 'waiting' }, sumOf('waitingCount'));
  }
  return {
    register,
    contentType: register.contentType,
    watchPool: (pool) => void pools.push(pool),
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
