import { expect, onTestFinished, test, vi } from 'vitest';
import { listDeviceTenants } from '@vestibule/contract/kiosks/device.ts';
import { createCalls, type Tokens } from './calls.ts';

test('a call carries the token and no cookie', async () => {
  const { calls, server } = device();
  await calls.call(listDeviceTenants);
  expect(server.asked.at(-1)).toMatchObject({ credentials: 'omit', token: 'first' });
});

test('keeps both tokens after a rotation until the server accepts the new one', async () => {
  const { calls, server, kept } = device();
  await calls.rotate();
  expect(kept.tokens).toEqual({ token: 'first', next: 'next 1' });
  await calls.call(listDeviceTenants);
  expect(kept.tokens).toEqual({ token: 'next 1', next: null });
  expect(server.good).toEqual(['next 1']);
});

test.each([
  ['before the next one was kept', { token: 'first', next: null }],
  ['before the next one was used', { token: 'first', next: 'next 1' }],
])('a crash %s loses nothing', async (_, tokens) => {
  const before = device();
  await before.calls.rotate();
  const { calls, revoked } = device({ tokens, server: before.server });
  await calls.call(listDeviceTenants);
  await calls.call(listDeviceTenants);
  expect(revoked).not.toHaveBeenCalled();
});

test('loses no token in a crash between its first use and its storing', async () => {
  const before = device();
  await before.calls.rotate();
  before.kept.isFull = true;
  await before.calls.call(listDeviceTenants);
  const { calls, revoked } = device({ tokens: before.kept.tokens, server: before.server });
  await calls.call(listDeviceTenants);
  expect(revoked).not.toHaveBeenCalled();
});

test('does not use a token that could not be stored', async () => {
  const { calls, server, kept } = device();
  kept.isFull = true;
  await expect(calls.rotate()).rejects.toThrow('no room');
  await calls.call(listDeviceTenants);
  expect(server.asked.at(-1)?.token).toBe('first');
});

test('repeats a call whose token another window has rotated', async () => {
  const { calls, kept, server, revoked } = device();
  kept.tokens = { token: 'next 1', next: null };
  server.good = ['next 1'];
  await calls.call(listDeviceTenants);
  expect(revoked).not.toHaveBeenCalled();
});

test('reports once that all tokens of a device are invalid', async () => {
  const { calls, server, revoked } = device({ tokens: { token: 'first', next: 'next 1' } });
  server.good = [];
  await expect(calls.call(listDeviceTenants)).rejects.toMatchObject({ status: 401 });
  expect(revoked).toHaveBeenCalledOnce();
  expect(server.asked.map(({ token }) => token)).toEqual(['next 1', 'first']);
});

test.each([401, 403, 404, 502])('keeps the token when a gateway answers %i', async (gateway) => {
  const tokens = { token: 'first', next: 'next 1' };
  const { calls, server, kept, revoked } = device({ tokens });
  server.gateway = gateway;
  await expect(calls.call(listDeviceTenants)).rejects.toMatchObject({ status: gateway });
  expect(revoked).not.toHaveBeenCalled();
  expect(kept.tokens).toEqual(tokens);
  server.gateway = null;
  await calls.call(listDeviceTenants);
  expect(server.asked.at(-1)?.token).toBe('first');
});

interface FakeServer {
  /** The accepted tokens. The first use of the second one revokes the first. */
  good: string[];
  asked: { token: string | undefined; credentials: RequestCredentials | undefined }[];
  gateway: number | null;
}

function device({
  tokens = { token: 'first', next: null },
  server = { good: ['first'], asked: [], gateway: null },
}: { tokens?: Tokens; server?: FakeServer } = {}) {
  const kept = { tokens, isFull: false };
  const revoked = vi.fn<() => void>();
  vi.stubGlobal('fetch', (address: string, { credentials, headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')?.slice('Bearer '.length);
    server.asked.push({ token, credentials });
    if (server.gateway !== null) return Promise.resolve(new Response('<h1>Not here</h1>', { status: server.gateway }));
    if (token === undefined || !server.good.includes(token))
      return Promise.resolve(Response.json({ status: 401, reason: 'deviceRevoked' }, { status: 401 }));
    if (token === server.good[1]) server.good = [token];
    if (!address.endsWith('/rotate')) return Promise.resolve(Response.json({ data: [] }));
    server.good = [token, `next ${server.asked.length}`];
    return Promise.resolve(Response.json({ data: { token: server.good[1] } }));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const calls = createCalls({
    tokens,
    load: () => Promise.resolve(kept.tokens),
    save: (changed) => {
      if (kept.isFull) return Promise.reject(new Error('no room'));
      kept.tokens = changed;
      return Promise.resolve();
    },
    onAnswer: () => undefined,
    onRevoked: revoked,
  });
  return { calls, server, kept, revoked };
}
