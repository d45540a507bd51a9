import { once } from 'node:events';
import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from './config.ts';
import { cannotListen, CannotStart } from './platform/cannot-start.ts';
import { addressOf } from './platform/db/database.ts';
import { systemGauges } from './operation/status/system.store.ts';
import { openVault } from './platform/db/secret-key.ts';
import { openMetrics } from './platform/observability/metrics.ts';
import { sumMetrics } from './platform/observability/sum.ts';
import {
  listenForMetrics,
  locateDatabase,
  prepare,
  type Program,
  reportDecoderProtections,
  startInOrder,
} from './start.ts';

/** How long a process may take to stop. `stop_grace_period` in compose.yaml is 30 seconds. */
const stopTimeoutMs = 24_000;
/** A process that ends sooner has failed to start. */
const shortLifeMs = 10_000;
/** After this many failed starts in a row the program gives up, and its supervisor decides. */
const maxFailures = 6;
const minPauseMs = 100;
const maxPauseMs = 5_000;

/** The address, or null for a worker. */
const Ready = z.object({ listensAt: z.string().nullable() });

export function reportReady({ listensAt }: Pick<Program, 'listensAt'>): void {
  process.send?.({ listensAt });
}

/**
 * Starts `PROCESSES` web processes on one port and, by `ROLE`, a worker. This process is their primary: prepares the database, restarts
 * processes, serves the metrics of all.
 * @throws {CannotStart} with the message of a process that does not start
 */
export function startProcesses(config: Config, log: Logger): Promise<Program> {
  // With round-robin, a connection for a process that was just killed waits forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Some metrics are infinite, which JSON cannot express.
  cluster.setupPrimary({ stdio: ['ignore', 'inherit', 'pipe', 'ipc'], serialization: 'advanced' });

  return startInOrder(log, async (stops) => {
    const port = await findPort(config);
    const located = await locateDatabase(config, log, stops);
    const { connection } = located;
    const { database, demo } = await prepare(located, config, log, stops);
    // Creates a missing key before several processes look for it.
    await openVault(config);
    void reportDecoderProtections(config, log);
    const metrics = sumMetrics(openMetrics(database, systemGauges));
    const watched = await listenForMetrics(database, metrics, config, log, stops);

    const settings = {
      DATABASE_URL: addressOf(connection),
      MIGRATION_DATABASE_URL: '',
      METRICS_PORT: '',
      PROCESSES: '1',
      DEMO: 'false',
    };
    const failed = Promise.withResolvers<CannotStart>();
    const begin = (name: string, own: Record<string, string>) =>
      keepRunning({
        name,
        log,
        fork() {
          const worker = cluster.fork({ ...settings, ...own });
          metrics.include(worker.process);
          return worker;
        },
        fail: failed.resolve,
      });
    const kept = Array.from({ length: config.processes }, (_, index) =>
      begin(`web ${index + 1}`, { ROLE: 'web', PORT: String(port) }),
    );
    if (config.roles.has('worker')) kept.push(begin('worker', { ROLE: 'worker' }));
    stops.push(async () => void (await Promise.all(kept.map((one) => one.stop()))));
    const addresses = await Promise.race([
      Promise.all(kept.map((one) => one.ready)),
      failed.promise.then((error) => {
        throw error;
      }),
    ]);
    const [listensAt = null] = addresses;
    return {
      address: config.publicUrl?.origin ?? listensAt,
      listensAt,
      metrics: watched,
      demo,
      failed: failed.promise,
    };
  });
}

interface KeepRunningOptions {
  name: string;
  log: Logger;
  fork: () => Worker;
  fail: (error: CannotStart) => void;
}

interface KeptProcess {
  ready: Promise<string | null>;
  stop: () => Promise<void>;
}

/** Restarts with backoff. Gives up if the first start fails, or many in a row. */
function keepRunning({ name, log, fork, fail }: KeepRunningOptions): KeptProcess {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<string | null>();
  let worker: Worker;
  let hasBeenReady = false;
  const running = run();

  async function run() {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      worker = fork();
      const { reason, ...end } = await followUntilEnd(worker, (listensAt) => {
        hasBeenReady = true;
        log.info({ process: name, pid: worker.process.pid }, 'a process is ready');
        ready.resolve(listensAt);
      });
      if (stopping.signal.aborted) return;
      failures = performance.now() - startedAt < shortLifeMs ? failures + 1 : 0;
      if (!hasBeenReady || failures >= maxFailures) {
        return fail(new CannotStart(reason || `The process ${name} ends when it starts (${end.signal ?? end.code}).`));
      }
      log.error({ process: name, ...end, reason }, 'a process ended: restarting it');
      const pauseMs = failures < 2 ? minPauseMs : Math.min(minPauseMs * 2 ** (failures - 1), maxPauseMs);
      // Rejects when a stop interrupts the pause, which ends the loop.
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    ready: ready.promise,
    async stop() {
      stopping.abort();
      worker.process.kill('SIGTERM');
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeoutMs);
      await running;
      clearTimeout(timer);
    },
  };
}

/** `reason` is the stderr until the process is ready. */
async function followUntilEnd({ process: child }: Worker, onReady: (listensAt: string | null) => void) {
  let reason = '';
  let isReady = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (isReady) process.stderr.write(text);
    else reason = (reason + text).slice(-4_000);
  });
  child.on('message', (message) => {
    const { data } = Ready.safeParse(message);
    if (!data || isReady) return;
    isReady = true;
    onReady(data.listensAt);
  });
  await once(child, 'exit');
  // The last lines can arrive later, and a decoder can keep the pipe open.
  if (child.stderr) await Promise.race([finished(child.stderr), sleep(500)]).catch(() => undefined);
  return { code: child.exitCode, signal: child.signalCode, reason: isReady ? '' : reason.trim() };
}

/**
 * Returns `PORT`, or a free port for 0, because a restarted process must find it again.
 * @throws {CannotStart}
 */
async function findPort({ port, host }: Config): Promise<number> {
  const server = createServer();
  server.listen({ port, host });
  await once(server, 'listening').catch((error: unknown) => {
    throw new CannotStart(cannotListen(error, '', port, host));
  });
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : port;
}
