import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { cannotListen, CannotStart } from '../../platform/cannot-start.ts';
import { startEmbedded } from '../../platform/db/embedded.ts';
import { backlog } from '../../platform/http/backlog.ts';
import { startMetricsServer } from '../../platform/observability/metrics-server.ts';
import { sumMetrics } from '../../platform/observability/sum.ts';
import { createBalancer, type Target } from './balancer.ts';
import { keepProcess, type KeptProcess } from './keep-process.ts';

interface ClusterOptions {
  webs: number;
  workers: number;
  log: Logger;
  /** Is told of each process that is ready: its name, such as `web 2`, and its number. */
  onProcess: (name: string, pid: number) => void;
}

export interface Cluster {
  /** Where people reach it. */
  address: string;
  /** Where the metrics of all processes are, added up; null where they are not served. */
  metrics: string | null;
  stop(): Promise<void>;
}

const checkout = resolve(import.meta.dirname, '../../../../..');
/** As `npm start` gives it to Node: new objects get half the room that Node gives them by itself. */
const command = ['--max-semi-space-size=8', join(checkout, 'apps/server/src/main.ts')];

/**
 * Starts several processes of the program on one PostgreSQL, and a balancer before them, all on this machine. A process that dies is
 * started again. Without DATABASE_URL the PostgreSQL that ships with the program runs beside them.
 * @throws {CannotStart} as the program itself, and where the port is taken.
 */
export async function startCluster(
  config: Config,
  { webs, workers, log, onProcess }: ClusterOptions,
): Promise<Cluster> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of stops.toReversed()) await step();
  };
  try {
    const settings = {
      ...(await databaseSettings()),
      DATA_DIR: config.dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: config.publicUrl?.origin ?? '',
      TRUSTED_PROXIES: '127.0.0.1',
      // This process serves the sum of all.
      METRICS_PORT: '',
    };
    const children = new Set<ChildProcess>();
    const balancer = createBalancer();
    const kept: KeptProcess[] = [];
    stops.push(() => Promise.all(kept.map((one) => one.stop())));
    for (let number = 1; number <= webs; number += 1) kept.push(keepWeb(`web ${number}`));
    for (let number = 1; number <= workers; number += 1) kept.push(keepWorker(`worker ${number}`));
    await Promise.all(kept.map((one) => one.ready));
    const { server } = balancer;
    server.listen({ port: config.port, host: config.host, backlog });
    await once(server, 'listening').catch((error: unknown) => {
      throw new CannotStart(`PORT ${config.port} on ${config.host} cannot be listened on (${String(error)}).`);
    });
    stops.push(async () => {
      server.close();
      server.closeAllConnections();
    });
    const metrics = await serveMetrics(children);
    return { address: config.publicUrl?.origin ?? addressOf(server.address()), metrics, stop };

    function keepWeb(name: string) {
      let target: Target | undefined;
      return keepProcess({
        command,
        cwd: checkout,
        settings: { ...settings, ROLE: 'web' },
        onReady: (child, said) => {
          target = balancer.add(portIn(said));
          follow(name, child);
        },
        onEnded: () => target && balancer.remove(target),
      });
    }
    function keepWorker(name: string) {
      return keepProcess({
        command,
        cwd: checkout,
        settings: { ...settings, ROLE: 'worker' },
        onReady: (child) => follow(name, child),
        onEnded: () => undefined,
      });
    }
    function follow(name: string, child: ChildProcess) {
      children.add(child);
      child.once('exit', () => children.delete(child));
      tell(name, child);
    }
  } catch (error) {
    await stop();
    throw error;
  }

  async function serveMetrics(children: Iterable<ChildProcess>): Promise<string | null> {
    const { metricsPort: port, metricsHost: host } = config;
    if (port === null) return null;
    const metrics = sumMetrics(children);
    const listener = await startMetricsServer({ metrics, log, port, host }).catch((error: unknown) => {
      throw new CannotStart(cannotListen(error, 'METRICS', port, host));
    });
    stops.push(() => listener.stop());
    return listener.address;
  }

  function tell(name: string, { pid }: ChildProcess) {
    if (pid !== undefined) onProcess(name, pid);
  }

  async function databaseSettings(): Promise<Record<string, string>> {
    if (config.databaseUrl !== null) {
      return { DATABASE_URL: config.databaseUrl, MIGRATION_DATABASE_URL: config.migrationDatabaseUrl ?? '' };
    }
    const embedded = await startEmbedded({ dataDir: config.dataDir, log });
    stops.push(() => embedded.stop());
    const { host, port, user, database } = embedded.connection;
    return { DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}` };
  }
}

/** Where a process said that it listens. */
function portIn(said: string): number {
  const port = /(?:ready|Listening) at http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
  if (port === undefined) throw new Error(`a process did not say its port: ${said}`);
  return Number(port);
}

function addressOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === 'string') throw new Error('the balancer listens on a port');
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
