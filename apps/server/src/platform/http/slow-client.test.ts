import { once } from 'node:events';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sharedServer } from '../../testing/server.ts';
import { longest, paceOfBodies, refuseSlowBodies } from './slow-body.ts';

test('refuses a client that does not finish its headers within about five seconds', async () => {
  const server = await sharedServer();
  const { hostname, port } = new URL(`http://${await server.listen()}`);
  const socket = createConnection({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const began = performance.now();
  socket.write('GET /health/live HTTP/1.1\r\nhost: desk\r\nx-slow: ');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - began).toBeGreaterThan(4_500);
  expect(performance.now() - began).toBeLessThan(12_000);
});

test('refuses a body that stalls, and accepts a slow one that keeps arriving', async () => {
  const app = Fastify();
  refuseSlowBodies(app, { grace: 300, bytesPerSecond: 1_000 });
  app.post('/', (request) => request.body);
  onTestFinished(() => app.close());
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const send = async () => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(
      'POST / HTTP/1.1\r\nhost: desk\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 2000\r\n\r\n',
    );
    return socket;
  };

  const stalled = await send();
  stalled.write('x'.repeat(200));
  const began = performance.now();
  expect(await text(stalled)).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - began).toBeGreaterThan(250);

  const slow = await send();
  const answer = text(slow);
  for (let sent = 0; sent < 2_000; sent += 200) {
    slow.write('x'.repeat(200));
    await setTimeout(50);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('time that a body waits for the server does not count, later stalls do', async () => {
  const app = Fastify();
  refuseSlowBodies(app, { grace: 300, bytesPerSecond: 1_000_000 });
  const turn = Promise.withResolvers<void>();
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.post('/', ({ raw }) => turn.promise.then(() => text(raw)));
  onTestFinished(() => app.close());
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const send = async (length: number) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(
      `POST / HTTP/1.1\r\nhost: desk\r\nconnection: close\r\ncontent-type: application/octet-stream\r\ncontent-length: ${length}\r\n\r\n`,
    );
    socket.write('x'.repeat(500_000));
    return text(socket);
  };
  const answers = Promise.all([send(500_000), send(500_001)]);
  await setTimeout(1_000);
  turn.resolve();
  const [whole, stalled] = await answers;
  expect(whole).toMatch(/^HTTP\/1\.1 200 /);
  expect(stalled).toMatch(/^HTTP\/1\.1 408 /);
});

test('allows the largest picture more than a minute, and any request less than 90 seconds', async () => {
  const { app } = await sharedServer();
  expect(longest(paceOfBodies, 2 ** 20)).toBeGreaterThan(60_000);
  expect(app.server.requestTimeout).toBeGreaterThan(longest(paceOfBodies, 2 ** 20));
  expect(app.server.requestTimeout).toBeLessThan(90_000);
});
