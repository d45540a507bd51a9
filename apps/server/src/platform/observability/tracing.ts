import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loadClient } from '../cannot-start.ts';
import type { OnQuery } from '../db/database.ts';
import { version } from './version.ts';

/** Spans of calls and of the statements that they make, sent to a collector. */
export interface Tracing {
  /** Makes a span of each call to the server. */
  follow: (app: FastifyInstance) => void;
  /** Makes a span of a statement, where a call made it. */
  onQuery: OnQuery;
  /** Sends what waits. */
  stop: () => Promise<void>;
}

/**
 * Sends spans over OTLP/HTTP to the collector at `endpoint`. A span names the template of a route and the text of a statement without its
 * values: nothing of a person. Loads the SDK, which takes memory, only here.
 * @throws {CannotStart} when the SDK is not installed.
 */
export async function startTracing(endpoint: URL): Promise<Tracing> {
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await loadClient(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    () =>
      Promise.all([
        import('@opentelemetry/api'),
        import('@opentelemetry/exporter-trace-otlp-http'),
        import('@opentelemetry/resources'),
        import('@opentelemetry/sdk-trace-base'),
      ]),
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint.href.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vestibule', 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('vestibule', version);
  const spans = new WeakMap<FastifyRequest, Span>();
  const current = new AsyncLocalStorage<Span>();

  return {
    follow(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'unknown';
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'vestibule.request_id': request.id,
        };
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          { kind: api.SpanKind.SERVER, attributes },
          api.ROOT_CONTEXT,
        );
        spans.set(request, span);
        done();
      });
      // After the body has come, whose arrival belongs to the connection and not to the call.
      app.addHook('preHandler', (request, _reply, done) => {
        const span = spans.get(request);
        if (span) current.run(span, done);
        else done();
      });
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    onQuery({ text, milliseconds, hasFailed }) {
      const call = current.getStore();
      if (!call) return;
      const statement = withoutLiterals(text);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement };
      const end = Date.now();
      const span = tracer.startSpan(
        /^\w+/.exec(statement.trim())?.[0] ?? 'statement',
        { kind: api.SpanKind.CLIENT, attributes, startTime: end - milliseconds },
        api.trace.setSpan(api.ROOT_CONTEXT, call),
      );
      if (hasFailed) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(end);
    },
    stop: () => provider.shutdown(),
  };
}

/** Values come apart from a statement. What stands in quotes is ours, but then nobody has to look. */
function withoutLiterals(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'/g, "'?'").replaceAll(/\s+/g, ' ');
}
