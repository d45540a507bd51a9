import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Db } from '../db/database.ts';
import { serveHealth } from '../http/health.ts';
import { answerProblem } from '../http/problem.ts';
import { Refusal } from '../http/refusal.ts';
import type { MetricsSource } from './metrics.ts';

interface MetricsServerOptions {
  metrics: MetricsSource;
  /** The database whose health is served. Undefined in a process that has none. */
  db?: Db;
  log: FastifyBaseLogger;
  port: number;
  host: string;
}

/** Serves metrics and health, and nothing else, at an address of their own. */
export async function startMetricsServer({ db, metrics, log, port, host }: MetricsServerOptions): Promise<{
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
  if (db) serveHealth(app, db);
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.write()));
  const address = await app.listen({ port, host });
  return { address: `${address}/metrics`, stop: () => app.close() };
}
