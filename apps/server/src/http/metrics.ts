import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** `/metrics` in the format of Prometheus: the process, the calls by route and status, and what `others` measure. */
export function serveMetrics(app: FastifyInstance, ...others: ((register: Registry) => void)[]): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  for (const measure of others) measure(register);
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
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(register.contentType);
    return register.metrics();
  });
}
