import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fastifyWebsocket from '@fastify/websocket';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { shedLoad } from './pressure.ts';
import { answerProblem } from './problem.ts';
import { Refusal } from './refusal.ts';

test('answers a desk during a flood, and gives anonymous requests beyond 128 a time to retry', async () => {
  const { ask, release, waiting } = await openServer();
  const flood = Array.from({ length: 128 }, () => ask('/slow'));
  await expect.poll(waiting).toBe(128);

  const stranger = await ask('/slow');
  expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await stranger.json()).toMatchObject({ reason: 'unavailable' });
  expect((await ask('/quick', 'desk')).status).toBe(200);
  expect((await ask('/quick', 'desk without a cached session')).status).toBe(200);
  expect((await ask('/quick', 'forged')).status).toBe(503);
  expect((await ask('/health/live')).status).toBe(200);

  release();
  expect((await Promise.all(flood)).every(({ status }) => status === 200)).toBe(true);
  expect((await ask('/quick')).status).toBe(200);
});

test('delays refusals during a flood by a second, so that clients retry slowly', async () => {
  const { ask, release, waiting } = await openServer();
  const flood = Array.from({ length: 128 }, () => ask('/slow'));
  await expect.poll(waiting).toBe(128);
  const began = performance.now();
  const refused = await Promise.all([ask('/quick'), ask('/quick', 'forged')]);
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(performance.now() - began).toBeGreaterThan(900);
  release();
  await Promise.all(flood);
});

test('refused anonymous clients keep their places for a moment if no place is free', async () => {
  const { ask, release, waiting } = await openServer();
  const flood = Array.from({ length: 128 }, () => ask('/refused'));
  await expect.poll(waiting).toBe(128);
  release();
  expect((await Promise.all(flood)).every(({ status }) => status === 404)).toBe(true);
  expect((await ask('/quick')).status).toBe(503);
  expect((await ask('/quick')).status).toBe(200);
});

test('hundreds of desks that connect during a flood wait for their session lookup and are answered', async () => {
  const { ask, waiting, release, lookUps } = await openServer();
  const flood = Array.from({ length: 128 }, () => ask('/slow'));
  await expect.poll(waiting).toBe(128);
  const storm = await Promise.all(Array.from({ length: 300 }, (_, number) => ask('/quick', `desk ${number}`)));
  expect(storm.every(({ status }) => status === 200)).toBe(true);
  expect(lookUps()).toBeLessThanOrEqual(64);
  release();
  await Promise.all(flood);
});

test('a desk without a cached session does not wait behind all kiosks that connect at once', async () => {
  const letIn = Promise.withResolvers<void>();
  const { ask, waiting, arrived, release } = await openServer({ beforeLookUp: letIn.promise });
  const flood = Array.from({ length: 128 }, () => ask('/slow'));
  await expect.poll(waiting).toBe(128);
  const answered: string[] = [];
  const come = async (who: string) => {
    expect((await ask('/quick', who)).status).toBe(200);
    answered.push(who);
  };
  const kiosks = Array.from({ length: 300 }, (_, number) => come(`kiosk ${number}`));
  await expect.poll(arrived).toBe(428);
  const desk = come('desk without a cached session');
  await expect.poll(arrived).toBe(429);
  letIn.resolve();
  await Promise.all([...kiosks, desk]);
  expect(answered.indexOf('desk without a cached session')).toBeLessThan(200);
  release();
  await Promise.all(flood);
});

test('refuses a session more than 410 calls at once, and answers other sessions', async () => {
  const { ask, release, waiting } = await openServer();
  const asked = Array.from({ length: 410 }, () => ask('/slow', 'greedy'));
  await expect.poll(waiting).toBe(410);
  expect((await ask('/quick', 'greedy')).status).toBe(503);
  expect((await ask('/quick', 'desk')).status).toBe(200);
  release();
  await Promise.all(asked);
  await expect.poll(async () => (await ask('/quick', 'greedy')).status).toBe(200);
});

test('an anonymous client that leaves without an answer frees its place', async () => {
  const { ask, waiting } = await openServer();
  const leaving = new AbortController();
  const flood = Array.from({ length: 128 }, () => ask('/slow', '', leaving.signal).catch(() => undefined));
  await expect.poll(waiting).toBe(128);
  leaving.abort();
  await Promise.all(flood);
  await expect.poll(async () => (await ask('/quick')).status).toBe(200);
});

test('anonymous clients that send bodies slowly give up their places to others', async () => {
  const { ask, dawdle, arrived } = await openServer();
  await dawdle(
    128,
    'POST /taken HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  await expect.poll(arrived).toBe(128);
  await expect.poll(async () => (await ask('/quick')).status).toBe(200);
});

test('anonymous clients that do not read their answers give up their places to others', async () => {
  const { ask, dawdle, arrived } = await openServer();
  await dawdle(128, 'GET /long HTTP/1.1\r\nhost: here\r\n\r\n');
  await expect.poll(arrived).toBe(128);
  await expect.poll(async () => (await ask('/quick')).status).toBe(200);
});

async function openServer({ beforeLookUp = Promise.resolve() } = {}) {
  const app = fastify({ forceCloseConnections: true }).setErrorHandler(answerProblem);
  onTestFinished(() => app.close());
  await app.register(fastifyWebsocket);
  let under = 0;
  let most = 0;
  const lookUp = async (cookie: string) => {
    under += 1;
    most = Math.max(most, under);
    await beforeLookUp;
    await setTimeout(5);
    under -= 1;
    return /^(desk|kiosk)/.test(cookie);
  };
  let arrivals = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    arrivals += 1;
    done();
  });
  shedLoad(app, {
    knownAs: ({ headers: { cookie } }) => (cookie === 'desk' || cookie === 'greedy' ? cookie : undefined),
    bringsSession: ({ headers: { cookie } }) => cookie?.startsWith('desk') === true,
    identify: ({ headers: { cookie } }) => (cookie === undefined || cookie === '' ? undefined : lookUp(cookie)),
  });
  const held = Promise.withResolvers<void>();
  let count = 0;
  app.get('/slow', async () => {
    count += 1;
    await held.promise;
    return '';
  });
  app.get('/refused', async () => {
    count += 1;
    await held.promise;
    throw new Refusal('notFound');
  });
  app.get('/quick', () => '');
  app.post('/taken', () => '');
  const long = Buffer.alloc(8_000_000);
  app.get('/long', () => long);
  app.get('/health/live', () => '');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ask: (path: string, cookie = '', signal?: AbortSignal) =>
      fetch(`${address}${path}`, { headers: { cookie }, ...(signal && { signal }) }),
    dawdle: (connections: number, sent: string) =>
      Promise.all(
        Array.from({ length: connections }, async () => {
          const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1' }).on(
            'error',
            () => undefined,
          );
          onTestFinished(() => void socket.destroy());
          await once(socket.pause(), 'connect');
          socket.write(sent);
        }),
      ),
    arrived: () => arrivals,
    release: held.resolve,
    waiting: () => count,
    lookUps: () => most,
  };
}
