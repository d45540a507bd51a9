import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { ourApp, ownApp } from '../../../testing/grants.ts';
import { signInAt } from '../../../testing/identity.ts';
import { type Microsoft, startMicrosoft } from '../../../testing/microsoft.ts';
import type { DirectoryMember, Grant, RegisteredApp } from './directory.ts';
import { office365 } from './office365.ts';

const quick = { answerMs: 2_000, minPauseMs: 5, maxPauseMs: 1_500, attempts: 3 };
const returnAddress = 'http://127.0.0.1:3000/tenant-redirect';
const never = new AbortController().signal;
const kari = { id: 'u1', displayName: 'Kari Nordmann', mail: 'kari@aurora.test', mobilePhone: '+47 450 11 101' };

async function microsoft() {
  const server = await startMicrosoft();
  onTestFinished(() => server.close());
  server.groups.set('g1', [kari]);
  return server;
}

async function granted({ settings }: Microsoft, account = 'service@aurora.test', app: RegisteredApp = ourApp) {
  const provider = office365(settings, quick);
  const request = { returnAddress, verifier: randomBytes(32).toString('base64url') };
  const { code, state } = await signInAt(new URL(provider.grantAddress(app.clientId, request, 'where I was')), account);
  expect(state).toBe('where I was');
  return { provider, request, code, grant: await provider.exchange(app, request, code, never) };
}

async function opened(server: Microsoft, { account, groupId = 'g1' }: { account?: string; groupId?: string } = {}) {
  const { provider, grant } = await granted(server, account);
  const kept: Grant[] = [];
  const directory = provider.open(ourApp, grant, groupId, async (fresh) => void kept.push(fresh));
  const read = async (signal = never) => {
    const found: DirectoryMember[] = [];
    for await (const page of directory.members(signal)) found.push(...page);
    return found;
  };
  return { directory, grant, kept, read };
}

test('a grant for our application or one of the tenant opens the directory', async () => {
  const server = await microsoft();
  const { read } = await opened(server);
  expect(await read()).toEqual([
    { id: 'u1', name: 'Kari Nordmann', email: 'kari@aurora.test', phone: '+47 450 11 101' },
  ]);
  const own = await granted(server, 'service@aurora.test', ownApp);
  expect(own.grant.expiresAt.getTime()).toBeGreaterThan(Date.now());
});

test('refuses a used code, and the secret of another application', async () => {
  const server = await microsoft();
  const { provider, request, code } = await granted(server);
  await expect(provider.exchange(ourApp, request, code, never)).rejects.toMatchObject({ problem: 'codeRefused' });
  const expired = { ...ourApp, clientSecret: 'of last year' };
  const failure = await provider.exchange(expired, request, code, never).catch(String);
  expect(failure).toContain('invalid_client');
  expect(failure).not.toContain('of last year');
  await expect(provider.exchange(expired, request, code, never)).rejects.toMatchObject({ problem: 'secretExpired' });
});

test('reads names, addresses and phones from all fields that Microsoft uses, without blocked accounts', async () => {
  const server = await microsoft();
  server.groups.set('g1', [
    {
      id: 'u1',
      displayName: ' Ola ',
      mail: null,
      userPrincipalName: 'ola@aurora.test',
      businessPhones: ['22 33 44 55'],
    },
    { id: 'u2', displayName: 'Guest', mail: '', userPrincipalName: 'a_b.test#EXT#@aurora.test', businessPhones: [] },
    { id: 'u3', displayName: 'Gone', accountEnabled: false },
    { id: 'u1', displayName: 'Ola once more' },
  ]);
  const { read } = await opened(server);
  expect(await read()).toEqual([
    { id: 'u1', name: 'Ola', email: 'ola@aurora.test', phone: '22 33 44 55' },
    { id: 'u2', name: 'Guest', email: null, phone: null },
  ]);
});

test('reads ten thousand members in eleven pages', async () => {
  const server = await microsoft();
  const people = Array.from({ length: 10_000 }, (_, n) => ({ ...kari, id: `u${n}`, mail: `p${n}@aurora.test` }));
  server.groups.set('g1', people);
  const { read } = await opened(server);
  const start = performance.now();
  expect(await read()).toHaveLength(10_000);
  expect(server.calls).toHaveLength(11);
  expect(performance.now() - start).toBeLessThan(20_000);
});

test.each([
  ['a busy moment', { status: 429, retryAfter: '0' }],
  ['a pause until a date', { status: 429, retryAfter: new Date(0).toUTCString() }],
  ['an answer that breaks off', 'half'],
  ['an answer that does not come', 'silence'],
] as const)('continues after %s', async (_name, answer) => {
  const server = await microsoft();
  const { read } = await opened(server);
  server.answerNext(answer);
  expect(await read()).toHaveLength(1);
  expect(server.calls).toHaveLength(2);
});

test('waits as long as Microsoft asks', async () => {
  const server = await microsoft();
  const { read } = await opened(server);
  server.answerNext({ status: 503, retryAfter: '1' });
  const start = performance.now();
  expect(await read()).toHaveLength(1);
  expect(performance.now() - start).toBeGreaterThan(990);
});

test.each([
  ['a longer pause than we wait', [{ status: 429, retryAfter: '60' }], 1],
  ['a server that goes on failing', Array.from({ length: 3 }, () => ({ status: 500 })), 3],
  ['an answer of another shape', [{ status: 200, body: { value: 'nothing' } }], 1],
] as const)('reports an unavailable directory after %s', async (_name, troubles, calls) => {
  const server = await microsoft();
  const { read } = await opened(server);
  server.answerNext(...troubles);
  await expect(read()).rejects.toMatchObject({ problem: 'directoryUnavailable' });
  expect(server.calls).toHaveLength(calls);
});

test('renews an expired access token once, and stores the new grant', async () => {
  const server = await microsoft();
  const { directory, grant, kept, read } = await opened(server);
  server.photos.set('u1', Buffer.from('a picture'));
  server.login.expire();
  const photos = Array.from({ length: 5 }, () => directory.photo('u1', never));
  expect((await Promise.all(photos)).map(String)).toEqual(Array(5).fill('a picture'));
  expect(kept).toHaveLength(1);
  expect(kept[0]?.refreshToken).not.toBe(grant.refreshToken);
  expect(await read()).toHaveLength(1);
});

test('asks for a new grant after a revocation', async () => {
  const server = await microsoft();
  const { read } = await opened(server);
  server.login.expire();
  server.login.revoke();
  await expect(read()).rejects.toMatchObject({ problem: 'consentRevoked' });
});

test('refuses an account that may not read the directory or sees only ids', async () => {
  const server = await microsoft();
  const refused = await opened(server, { account: 'nobody@aurora.test' });
  await expect(refused.read()).rejects.toMatchObject({ problem: 'serviceAccountRequired' });
  server.groups.set('g1', [{ id: 'u1', displayName: null, mail: null }]);
  const half = await opened(server);
  await expect(half.read()).rejects.toMatchObject({ problem: 'serviceAccountRequired' });
});

test('reports a missing group and an invalid id', async () => {
  const server = await microsoft();
  const { read } = await opened(server, { groupId: 'other/../g1' });
  await expect(read()).rejects.toMatchObject({ problem: 'groupNotFound' });
  server.answerNext({ status: 400, body: { error: { code: 'Request_BadRequest' } } });
  await expect(read()).rejects.toMatchObject({ problem: 'groupNotFound' });
});

test('sends no token to a next page on another host', async () => {
  const server = await microsoft();
  const elsewhere = await microsoft();
  const { read } = await opened(server);
  const next = new URL('/v1.0/groups/g1/members/microsoft.graph.user', elsewhere.url).href;
  server.answerNext({ status: 200, body: { value: [kari], '@odata.nextLink': next } });
  await expect(read()).rejects.toMatchObject({ problem: 'directoryUnavailable' });
  expect(elsewhere.calls).toEqual([]);
});

test('a member without a picture has none', async () => {
  const server = await microsoft();
  const { directory } = await opened(server);
  expect(await directory.photo('u1', never)).toBeNull();
});

test('the caller can stop reading early', async () => {
  const server = await microsoft();
  const { read } = await opened(server);
  server.answerNext('silence');
  const stop = new AbortController();
  const reading = read(stop.signal);
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});
