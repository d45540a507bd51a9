import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sharedServer } from '../../testing/server.ts';

const offer = {
  connection: 'Upgrade, HTTP2-Settings',
  upgrade: 'h2c',
  'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
};

async function offering(method: string, path: string, body?: object) {
  const { hostname, port } = new URL(`http://${await (await sharedServer()).listen()}`);
  const headers = { ...offer, ...(body && { 'content-type': 'application/json' }) };
  const call = request({ host: hostname, port, method, path, headers });
  const answering = new Promise<IncomingMessage>((resolve, reject) => call.on('response', resolve).on('error', reject));
  call.end(body && JSON.stringify(body));
  const answer = await answering;
  return { status: answer.statusCode, body: await json(answer) };
}

test('answers a request to upgrade to HTTP/2 in HTTP/1.1', async () => {
  expect(await offering('GET', '/health/live')).toEqual({ status: 200, body: { status: 'live' } });
});

test('answers such a request with a body too', async () => {
  const answer = await offering('POST', '/api/v1/auth/login', { email: 'kari' });
  const fields = { email: 'incorrectEmail', password: 'passRequired' };
  expect(answer).toMatchObject({ status: 400, body: { reason: 'validation', fields } });
});
