import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../db/database.ts';
import { building, visitTo } from '../../testing/building.ts';
import { testDatabase } from '../../testing/database.ts';
import { startServer } from '../../testing/server.ts';
import { startTracing } from './tracing.ts';

const Value = z.object({ stringValue: z.string().optional(), intValue: z.int().optional() });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
});
const Sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

async function startCollector() {
  const paths: string[] = [];
  const spans: z.output<typeof Span>[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      paths.push(`${request.method} ${request.url}`);
      for (const { scopeSpans } of Sent.parse(body).resourceSpans)
        spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector does not listen');
  return { endpoint: new URL(`http://127.0.0.1:${address.port}/otlp`), paths, spans };
}

test('records a call as a span with route and status, above its statements, without personal data', async () => {
  const { endpoint, paths, spans } = await startCollector();
  const tracing = await startTracing(endpoint);
  const { connection } = await testDatabase();
  const database = openDatabase(connection, 10, tracing.onQuery);
  const server = await startServer({ database, tracing });
  const { as, tenant } = await building(server);
  const visit = visitTo(tenant, { name: 'Secret Visitor', phone: '+4790909090', companyName: 'Secret Company' });
  expect((await as('reception').call(registerVisit, visit)).status).toBe(201);
  await server.app.inject({ url: '/api/v1/nowhere/4711?search=secret' });
  await server.close();
  await tracing.stop();
  await database.close();

  expect(new Set(paths)).toEqual(new Set(['POST /otlp/v1/traces']));
  const call = spans.find(({ name }) => name === 'POST /api/v1/visitors/register');
  const attributes = new Map(call?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
  expect(attributes.get('http.route')).toBe('/api/v1/visitors/register');
  expect(attributes.get('http.response.status_code')).toBe(201);
  const statements = spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === call?.spanId);
  expect(JSON.stringify(statements)).toMatch(/insert into visitor .*\$1/);
  expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([call?.traceId]));
  expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).length).toBe(2);
  expect(JSON.stringify(spans)).not.toMatch(/secret|90909090|4711|nowhere/i);
});

test('answers calls while the trace collector is unreachable', async () => {
  const tracing = await startTracing(new URL('http://127.0.0.1:9'));
  const server = await startServer({ tracing });
  expect((await server.app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await server.close();
});
