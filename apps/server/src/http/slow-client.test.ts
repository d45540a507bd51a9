import { once } from 'node:events';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { sharedServer } from '../testing/server.ts';

test('a client that does not finish its headers within five seconds, or soon after, is refused', async () => {
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

test('a client has ten seconds for a whole request', async () => {
  const { app } = await sharedServer();
  expect(app.server.requestTimeout).toBe(10_000);
});
