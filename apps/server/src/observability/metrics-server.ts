import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Db } from '../db/database.ts';
import { serveHealth } from '../http/health.ts';
import { serveMetrics } from './calls.metrics.ts';
import { answerProblem } from '../http/problem.ts';
import { Refusal } from '../http/refusal.ts';
import type { Metrics } from './metrics.ts';

interface MetricsServerOptions {
  db: Db;
  metrics: Metrics;
  log: FastifyBaseLogger;
  port: number;
  host: string;
}

/** Serves metrics and health, and nothing else, at a port of their own, for a process that is only a worker. */
export async function startMetricsServer({ db, metrics, log, port, host }: MetricsServerOptions): Promise<{
  address: string;
  stop: () => Promise<void>;
}> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => answerProblem(new Refusal('notFound'), request, reply));
  serveHealth(app, db);
  serveMetrics(app, metrics);
  const address = await app.listen({ port, host });
  return { address, stop: () => app.close() };
}
