import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { registerCounters } from './counters.ts';
import { registerSystemGauges, type SystemGauge } from './system-gauge.ts';
import { systemGauges } from './system.store.ts';
import { version } from './version.ts';

/** What a process tells of itself and of the system. */
export interface Metrics {
  register: Registry;
  contentType: string;
  /** Counts the connections of another pool of this process as well. */
  watchPool: (pool: Database['pool']) => void;
  /** All of it in the format of Prometheus, read anew. */
  write: () => Promise<string>;
}

/** Measures the process, its pools, what the database knows, and `others` of what it knows. No value tells of a person, a company or a tenant. */
export function openMetrics({ db, pool }: Pick<Database, 'db' | 'pool'>, others: readonly SystemGauge[]): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const build = new Gauge({
    name: 'vestibule_build_info',
    help: 'The version of the program and of Node.',
    labelNames: ['version', 'node'],
    registers: [register],
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
  const readSystem = registerSystemGauges(register, db, [...systemGauges, ...others]);
  return {
    register,
    contentType: register.contentType,
    watchPool: (pool) => void pools.push(pool),
    async write() {
      await readSystem();
      connections.set({ state: 'total' }, sumOf('totalCount'));
      connections.set({ state: 'idle' }, sumOf('idleCount'));
      connections.set({ state: 'waiting' }, sumOf('waitingCount'));
      return register.metrics();
    },
  };
}
