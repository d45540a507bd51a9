import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loadClient } from '../cannot-start.ts';
import type { OnQuery } from '../db/database.ts';
import { version } from './version.ts';

export interface Tracing {
  follow: (app: FastifyInstance) => void;
  onQuery: OnQuery;
  stop: () => Promise<void>;
}

/**
 * Sends spans over OTLP/HTTP to the collector at `endpoint`. A span has the template of a route and the text of a statement, but no
 * values and no personal data. Loads the SDK only here, because it takes memory.
 * @throws {CannotStart} without the SDK
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
      // After the body has arrived, whose duration depends on the connection.
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

/** Removes quoted text from a statement. Values are sent apart, so this is a second guard. */
function withoutLiterals(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'/g, "'?'").replaceAll(/\s+/g, ' ');
}
