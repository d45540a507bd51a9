import 'fake-indexeddb/auto';
import type { PassGreeting } from '@vestibule/contract/kiosks/device-pass.ts';
import { type Reason, refusals } from '@vestibule/contract/platform/refusal.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { passesOf } from './passes.ts';
import { openVault } from './vault.ts';

const secret = 'V7KX2M9QTB4D6F8H0J2M4P6R8T';
const greeting: PassGreeting = {
  firstName: 'Åse',
  tenant: { id: 1, name: 'Aurora Shipping' },
  host: { id: 7, name: 'Kari Nordmann' },
  validFrom: '2026-11-23T07:00:00.000Z',
  validUntil: '2026-11-23T23:00:00.000Z',
  missing: [],
};

async function device() {
  const vault = await openVault(crypto.randomUUID());
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const server = {
    isAway: false,
    refusal: null as Error | null,
    version: '1',
    until: new Date(Date.now() + 3_600_000).toISOString(),
    /** Changed since another version. Null: all. */
    groups: null as number[] | null,
    passes: [await seal(secret, salt)],
    asked: [] as (string | undefined)[],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers the one call that passes make
  const call = (async (_endpoint: object, { query }: { query: { version?: string } }) => {
    server.asked.push(query.version);
    if (server.isAway) throw new CallFailed(null, null);
    if (server.refusal) throw server.refusal;
    const { version, until } = server;
    const isKnown = query.version === version;
    const changes = isKnown ? { groups: [], passes: [] } : { groups: server.groups, passes: server.passes };
    return { version, salt: base64url(salt), until, ...changes };
  }) as unknown as Call;
  return { vault, server, salt, passes: passesOf({ vault, call }) };
}

test('opens a pass of today without the network, and no other', async () => {
  const { passes, server } = await device();
  await passes.refresh();
  server.isAway = true;
  expect(await passes.open(secret)).toEqual(greeting);
  expect(await passes.open('00000000000000000000000000')).toBeUndefined();
});

test('keeps no name that can be read without the pass', async () => {
  const { passes, vault } = await device();
  await passes.refresh();
  const kept = JSON.stringify(await vault.get('passes'));
  expect(kept).toContain('sealed');
  for (const word of ['Åse', 'Kari', 'Aurora', secret]) expect(kept).not.toContain(word);
});

test('asks with the version that it has, and replaces a changed list', async () => {
  const { passes, server, salt } = await device();
  await passes.refresh();
  await passes.refresh();
  expect(await passes.open(secret)).toEqual(greeting);
  server.version = '2';
  server.passes = [await seal('00000000000000000000000000', salt)];
  await passes.refresh();
  expect(server.asked).toEqual([undefined, '1', '1']);
  expect(await passes.open(secret)).toBeUndefined();
  expect(await passes.open('00000000000000000000000000')).toEqual(greeting);
});

test('replaces the changed groups, and keeps the others', async () => {
  const { passes, server, salt } = await device();
  const [first, second, third] = ['1'.repeat(26), '2'.repeat(26), '3'.repeat(26)] as const;
  server.passes = [await seal(first, salt, 1), await seal(second, salt, 2)];
  await passes.refresh();
  Object.assign(server, { version: '2', groups: [2, 3], passes: [await seal(third, salt, 3)] });
  await passes.refresh();
  await passes.refresh();
  expect(server.asked).toEqual([undefined, '1', '2']);
  expect(await passes.open(first)).toEqual(greeting);
  expect(await passes.open(second)).toBeUndefined();
  expect(await passes.open(third)).toEqual(greeting);
});

test('deletes the passes of yesterday, also without the network', async () => {
  const { passes, server, vault } = await device();
  server.until = new Date(Date.now() + 50).toISOString();
  await passes.refresh();
  server.isAway = true;
  await expect.poll(() => passes.open(secret)).toBeUndefined();
  await expect.poll(() => vault.get('passes'), { timeout: 5_000 }).toBeUndefined();
});

test('keeps the list of today that arrives while a visitor opens one of yesterday', async () => {
  const { passes, server, vault } = await device();
  server.until = new Date(Date.now() - 1).toISOString();
  await passes.refresh();
  server.until = new Date(Date.now() + 3_600_000).toISOString();
  const { get } = vault;
  vi.spyOn(vault, 'get').mockImplementationOnce(async (name) => {
    const ofYesterday = await get(name);
    await passes.refresh();
    return ofYesterday;
  });
  expect(await passes.open(secret)).toBeUndefined();
  expect(await passes.open(secret)).toEqual(greeting);
});

test('reports unexpected errors, but neither a lost network nor an overload', async () => {
  const { passes, server, vault } = await device();
  const report = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', report);
  const refusal = (reason: Reason) => {
    const status = refusals[reason];
    return new CallFailed(status, { type: '', title: '', status, detail: '', reason, requestId: '' });
  };
  server.isAway = true;
  await passes.refresh();
  server.isAway = false;
  for (const reason of ['tooManyRequests', 'unavailable'] as const) {
    server.refusal = refusal(reason);
    await passes.refresh();
  }
  vi.spyOn(vault, 'get').mockRejectedValueOnce(new DOMException('', 'UnknownError'));
  await passes.refresh();
  expect(report).not.toHaveBeenCalled();
  const unexpected = refusal('unexpected');
  server.refusal = unexpected;
  await passes.refresh();
  server.refusal = null;
  expect(report).toHaveBeenCalledExactlyOnceWith(unexpected);
});

test('fetches the list again at the end of the day, and every 15 minutes', async () => {
  const { passes, server } = await device();
  await passes.refresh();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await passes.refresh();
  const { length } = server.asked;
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect(server.asked).toHaveLength(length);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(server.asked).toHaveLength(length + 1));
});

/** As the server seals: see `passSeal` of the contract. */
async function seal(letters: string, salt: Uint8Array<ArrayBuffer>, group = 0) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const secretKey = await crypto.subtle.importKey('raw', bytes(letters), 'HKDF', false, ['deriveBits']);
  const recipe = { name: 'HKDF', hash: 'SHA-256', salt, info: bytes('vestibule pass') };
  const derived = new Uint8Array(await crypto.subtle.deriveBits(recipe, secretKey, 48 * 8));
  const key = await crypto.subtle.importKey('raw', derived.slice(16), 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = bytes(JSON.stringify(greeting));
  const padded = new Uint8Array(Math.ceil(plain.length / 64) * 64).fill(32);
  padded.set(plain);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, padded);
  const sealed = base64url(new Uint8Array([...iv, ...new Uint8Array(data)]));
  return { id: base64url(derived.slice(0, 16)), group, sealed };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
