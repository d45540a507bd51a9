import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { answerInTurn } from './server.ts';
import { shedLoad } from './pressure.ts';
import { answerProblem } from './problem.ts';

test('starts a request of a connection after answering the one before', async () => {
  const { send, begun, release } = await openServer();
  const socket = await send('/held', '/held', '/quick');
  await expect.poll(begun).toEqual(['/held']);
  release();
  await expect.poll(begun).toEqual(['/held', '/held', '/quick']);
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
});

test('ends a connection with more than eight waiting requests', async () => {
  const { send, begun } = await openServer();
  const patient = await send('/held', ...Array.from({ length: 8 }, () => '/quick'));
  const greedy = await send('/held', ...Array.from({ length: 9 }, () => '/quick'));
  await expect.poll(() => greedy.closed).toBe(true);
  expect(patient.closed).toBe(false);
  expect(begun()).toEqual(['/held', '/held']);
});

test('does not count pipelined requests of clients that left as running', async () => {
  const { send, begun, quick } = await openServer();
  const clients = await Promise.all(Array.from({ length: 128 }, () => send('/held', '/held', '/held')));
  await expect.poll(() => begun().length).toBe(128);
  expect(await quick()).toBe(503);
  for (const client of clients) client.destroy();
  await expect.poll(quick).toBe(200);
});

async function openServer() {
  const app = fastify({ forceCloseConnections: true }).setErrorHandler(answerProblem);
  onTestFinished(() => app.close());
  await app.register(fastifyWebsocket);
  answerInTurn(app);
  shedLoad(app, { knownAs: () => undefined, bringsSession: () => false, identify: () => undefined });
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  app.get('/held', async ({ url }) => {
    begun.push(url);
    await held.promise;
    return '';
  });
  app.get('/quick', ({ url }) => {
    begun.push(url);
    return '';
  });
  const { host, hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    begun: () => [...begun],
    release: held.resolve,
    quick: async () => (await fetch(`http://${host}/quick`, { headers: { connection: 'close' } })).status,
    send: async (...paths: string[]): Promise<Socket> => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.resume().write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`).join(''));
      return socket;
    },
  };
}
