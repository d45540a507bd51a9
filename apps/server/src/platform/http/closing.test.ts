import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { transaction } from '../db/database.ts';
import { untilWaiting } from '../../testing/queued.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

async function connection({ app, listen }: TestServer, words: string) {
  const { port } = new URL(`http://${await listen()}`);
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(words);
  await accepted;
  return socket;
}

function signIn(authority: string): Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const headers = { 'content-type': 'application/json' };
  const call = request(`http://${authority}/api/v1/auth/login`, { agent, method: 'POST', headers });
  call.end(JSON.stringify({ email: 'nobody@test.example', password: 'wrong' }));
  return new Promise((resolve, reject) => call.once('response', resolve).once('error', reject));
}

const timeout = 10_000;

test.for([
  { what: 'opened in advance', words: '' },
  { what: 'on which half a call came', words: 'GET /health/live HTTP/1.1\r\nhost: ' },
])('a stop does not wait for a connection $what', { timeout }, async ({ words }) => {
  const server = await startServer();
  const socket = await connection(server, words);
  const ended = once(socket, 'close');
  await server.close();
  await expect(ended).resolves.toBeDefined();
});

test('answers a running call at a stop and closes its connection', { timeout }, async () => {
  const server = await startServer();
  const authority = await server.listen();
  const { db } = server.database;
  const { answered, closed } = await transaction(db, async (held) => {
    await sql`lock table user_account`.execute(held);
    const answered = signIn(authority);
    await untilWaiting(db, 1);
    return { answered, closed: server.close() };
  });
  const response = await answered;
  expect(await json(response)).toMatchObject({ status: 404, reason: 'incorrectEmail' });
  expect(response.headers.connection).toBe('close');
  await closed;
});
