import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Measures the calls by route and status, and counts the calls that wait and the sockets that are open. */
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
  const waiting: Gauge = new Gauge({
    name: 'http_calls_waiting',
    help: 'Calls that wait because eight calls of the same caller use the database.',
    collect: () => waiting.set(app.turns.countWaiting()),
    registers: [],
  });
  register.registerMetric(waiting);
}
