import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** `/metrics` in the format of Prometheus. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    reply.type(metrics.contentType);
    return metrics.write();
  });
}

/** Measures the calls by route and status, and counts the sockets that are open. */
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
    help: 'Sockets of consoles that this process has open.',
    collect: () => sockets.set(countSockets()),
    registers: [],
  });
  register.registerMetric(sockets);
}
