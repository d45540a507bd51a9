import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startGoogle } from '../../../testing/google.ts';
import { ourApp } from '../../../testing/grants.ts';
import { signInAt } from '../../../testing/identity.ts';
import type { DirectoryMember, Grant } from './directory.ts';
import { google } from './google.ts';

const quick = { answerMs: 2_000, minPauseMs: 5, maxPauseMs: 1_500, attempts: 3 };
const returnAddress = 'http://127.0.0.1:3000/tenant-redirect';
const never = new AbortController().signal;
const group = 'everybody@aurora.test';
const user = (id: string, more: object = {}) => ({
  id,
  primaryEmail: `${id}@aurora.test`,
  name: { fullName: `Person ${id}` },
  ...more,
});

async function opened({ account = 'service@aurora.test', groupId = group } = {}) {
  const server = await startGoogle();
  onTestFinished(() => server.close());
  const provider = google(server.settings, quick);
  const request = { returnAddress, verifier: randomBytes(32).toString('base64url') };
  const { code } = await signInAt(new URL(provider.grantAddress(ourApp.clientId, request, 'state')), account);
  const grant = await provider.exchange(ourApp, request, code, never);
  const kept: Grant[] = [];
  const directory = provider.open(ourApp, grant, groupId, async (fresh) => void kept.push(fresh));
  const read = async () => {
    const found: DirectoryMember[] = [];
    for await (const page of directory.members(never)) found.push(...page);
    return found;
  };
  const inGroup = (...ids: string[]) =>
    server.groups.set(
      group,
      ids.map((id) => ({ id, type: 'USER' })),
    );
  return { server, directory, kept, read, inGroup };
}

test('reads few members one by one, without groups, external members and blocked users', async () => {
  const { server, read } = await opened();
  server.users.push(
    user('u1', {
      phones: [
        { type: 'home', value: '1' },
        { type: 'work', value: '22' },
        { type: 'mobile', value: '45' },
      ],
    }),
    user('u2', { phones: [{ type: 'home', value: '1', primary: true }] }),
    user('u3', { suspended: true }),
    user('u4', { archived: true }),
    user('u5'),
  );
  const types = { u1: 'USER', u2: 'USER', u3: 'USER', u4: 'USER', u5: 'GROUP', stranger: 'USER' };
  server.groups.set(
    group,
    Object.entries(types).map(([id, type]) => ({ id, type })),
  );
  const found = (await read()).toSorted((one, other) => one.id.localeCompare(other.id));
  expect(found).toEqual([
    { id: 'u1', name: 'Person u1', email: 'u1@aurora.test', phone: '45' },
    { id: 'u2', name: 'Person u2', email: 'u2@aurora.test', phone: null },
  ]);
  expect(server.calls[0]).toContain('includeDerivedMembership=false');
});

test('finds ten thousand members with few calls in the list of the account', async () => {
  const { server, read, inGroup } = await opened();
  const ids = Array.from({ length: 10_500 }, (_, n) => `u${n}`);
  server.users.push(...ids.map((id) => user(id)));
  inGroup(...ids.slice(0, 10_000));
  const start = performance.now();
  const found = await read();
  expect(new Set(found.map(({ id }) => id)).size).toBe(10_000);
  expect(found).toHaveLength(10_000);
  expect(server.calls).toHaveLength(50 + 20);
  expect(performance.now() - start).toBeLessThan(20_000);
});

test('a group can contain the whole account', async () => {
  const { server, read } = await opened();
  server.users.push(user('u1'), user('u2'));
  server.groups.set(group, [{ type: 'CUSTOMER' }]);
  expect(await read()).toHaveLength(2);
});

test('waits after a rate limit that Google reports with 403', async () => {
  const { server, read, inGroup } = await opened();
  server.users.push(user('u1'));
  inGroup('u1');
  server.answerNext(
    { status: 403, body: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } } },
    { status: 429 },
  );
  expect(await read()).toHaveLength(1);
  const limit = { status: 403, body: { error: { errors: [{ reason: 'quotaExceeded' }] } } };
  server.answerNext(limit, limit, limit);
  await expect(read()).rejects.toMatchObject({ problem: 'directoryUnavailable' });
});

test('refuses an account that may not read the group or sees no member', async () => {
  const refused = await opened({ account: 'nobody@aurora.test' });
  await expect(refused.read()).rejects.toMatchObject({ problem: 'serviceAccountRequired' });
  const { read, inGroup } = await opened();
  inGroup('hidden-1', 'hidden-2');
  await expect(read()).rejects.toMatchObject({ problem: 'serviceAccountRequired' });
});

test('reports a missing group', async () => {
  const { read } = await opened({ groupId: 'other@aurora.test' });
  await expect(read()).rejects.toMatchObject({ problem: 'groupNotFound' });
});

test('refuses pages that repeat', async () => {
  const { server, read } = await opened();
  const page = { status: 200, body: { members: [], nextPageToken: 'again' } };
  server.answerNext(page, page);
  await expect(read()).rejects.toMatchObject({ problem: 'directoryUnavailable' });
});

test('renews an expired access token, but not a revoked grant', async () => {
  const { server, read, kept, inGroup } = await opened();
  server.users.push(user('u1'));
  inGroup('u1');
  server.login.expire();
  expect(await read()).toHaveLength(1);
  expect(kept).toHaveLength(1);
  server.login.expire();
  server.login.revoke();
  await expect(read()).rejects.toMatchObject({ problem: 'consentRevoked' });
});

test('decodes pictures from the base64 of Google', async () => {
  const { server, directory } = await opened();
  const bytes = Buffer.from([255, 239, 190, 251, 255]);
  server.photos.set('u1', `${bytes.toString('base64url')}*`);
  expect(await directory.photo('u1', never)).toEqual(bytes);
  expect(await directory.photo('u2', never)).toBeNull();
});
