import 'fake-indexeddb/auto';
import { DeviceRefusal } from '@vestibule/contract/kiosks/device.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compareClock } from '../shell/clock.ts';
import type { NewAct, Server } from './act.ts';
import { createQueue } from './queue.ts';
import { openVault, type Vault } from './vault.ts';

const away = new CallFailed(null, null);

test('sends an online act at once and does not store it', async () => {
  const { queue, vault, arrived } = await kiosk();
  expect(await queue.perform(visit(1))).toMatchObject({ kind: 'sent', visit: { notified: ['sms'] } });
  expect(arrived).toEqual(['visitor 1']);
  expect(await vault.count()).toBe(0);
});

test('sends 500 visits in order over ten reconnections and a reload, with none lost or doubled', async () => {
  const vault = await openVault(crypto.randomUUID());
  const acts = Array.from({ length: 500 }, (_, index) => visit(index));
  const before = await kiosk({ vault });
  before.network.isAway = true;
  for (const act of acts) expect((await before.queue.perform(act)).kind).toBe('kept');
  expect(before.counts.at(-1)).toBe(500);

  // A second page with the same storage, and a server that took acts without answering.
  const after = await kiosk({ vault });
  for (let connection = 1; connection <= 10; connection++) {
    after.network.answersLeft = connection === 10 ? Infinity : 50;
    await after.queue.drain();
  }
  expect(after.arrived).toEqual(acts.map((_, index) => `visitor ${index}`));
  expect(await vault.count()).toBe(0);
});

test('corrects the time of an act that was stored under a wrong clock', async () => {
  const { queue, network, times } = await kiosk();
  network.isAway = true;
  const act = visit(1);
  act.body.occurredAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
  await queue.perform(act);
  Object.assign(network, { isAway: false, date: new Date().toUTCString() });
  await queue.drain();
  expect(Math.abs(Date.parse(times[0] ?? '') - Date.now())).toBeLessThan(60_000);
});

test('sends a stored visit without a consent that was not asked', async () => {
  const { queue, network, asked } = await kiosk();
  const unasked = () => {
    const { kind, body } = visit(1);
    return { kind, body: { ...body, hasConsented: false } };
  };
  await queue.perform(unasked());
  network.isAway = true;
  await queue.perform(unasked());
  network.isAway = false;
  await queue.drain();
  expect(asked).toEqual([false, undefined]);
});

test('an act waits for those before it', async () => {
  const { queue, network, arrived } = await kiosk();
  network.isAway = true;
  await queue.perform(visit(1));
  network.isAway = false;
  await queue.perform(visit(2));
  expect(arrived).toEqual(['visitor 1', 'visitor 2']);
});

test('shows a refusal to the visitor and does not report it to the desk', async () => {
  const { queue, network, reported, vault } = await kiosk();
  network.refuses = 'visitor 1';
  expect(await queue.perform(visit(1))).toMatchObject({ kind: 'refused', failed: { status: 409 } });
  expect(reported).toEqual([]);
  expect(await vault.count()).toBe(0);
});

test('sends the rest later and in order after the server had too many visits', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { queue, network, arrived, reported, vault, times } = await kiosk();
  network.isAway = true;
  for (let index = 0; index < 150; index++) await queue.perform(visit(index));
  Object.assign(network, { isAway: false, visitsLeft: 120 });
  await queue.drain();
  expect(arrived).toHaveLength(120);
  expect(await vault.count()).toBe(30);

  // During the pause the kiosk sends nothing and stores acts.
  const asked = times.length;
  vi.advanceTimersByTime(299_000);
  await queue.drain();
  expect(await queue.perform(visit(150))).toEqual({ kind: 'kept' });
  expect(times).toHaveLength(asked);

  vi.advanceTimersByTime(2_000);
  network.visitsLeft = Infinity;
  await queue.drain();
  expect(arrived).toEqual(Array.from({ length: 151 }, (_, index) => `visitor ${index}`));
  expect(reported).toEqual([]);
  expect(await vault.count()).toBe(0);
});

test('reports a refused stored act to the desk and sends the rest', async () => {
  const { queue, network, reported, arrived, vault } = await kiosk();
  network.isAway = true;
  await queue.perform(visit(1));
  await queue.perform(visit(2));
  network.isAway = false;
  network.refuses = 'visitor 1';
  await queue.drain();
  expect(arrived).toEqual(['visitor 2']);
  expect(reported).toMatchObject([{ kind: 'checkIn', reason: 'visitorIsAlreadyCheckedIn', tenantId: 1 }]);
  expect(await vault.count()).toBe(0);
});

test.each([403, 404])('keeps visits when a gateway answers %i', async (status) => {
  const { queue, network, arrived, reported } = await kiosk();
  network.gateway = { status, turnsAway: 'everything' };
  expect(await queue.perform(visit(1))).toEqual({ kind: 'kept' });
  network.gateway = null;
  await queue.drain();
  expect(arrived).toEqual(['visitor 1']);
  expect(reported).toEqual([]);
});

test('a gateway that blocks an act does not block the rest, and the desk gets a report', async () => {
  const { queue, network, arrived, reported, vault } = await kiosk();
  network.isAway = true;
  await queue.perform(visit(1));
  await queue.perform(visit(2));
  Object.assign(network, { isAway: false, gateway: { status: 403, turnsAway: 'visitor 1' } });
  await queue.drain();
  expect(arrived).toEqual(['visitor 2']);
  expect(reported).toMatchObject([{ reason: 'status 403', tenantId: 1 }]);
  expect(await vault.count()).toBe(0);
});

test('a visitor who waited too long learns that the visit is stored, and the desk gets later refusals', async () => {
  const { queue, network, reported } = await kiosk({ timeoutMs: 20 });
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(network, { refuses: 'visitor 1', until: promise });
  expect(await queue.perform(visit(1))).toEqual({ kind: 'kept' });
  resolve();
  await queue.drain();
  expect(reported).toMatchObject([{ reason: 'visitorIsAlreadyCheckedIn' }]);
});

test('sends an act at once, or not at all, if the storage is full', async () => {
  const vault = await openVault(crypto.randomUUID());
  const append = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const { queue, network, arrived, asked } = await kiosk({ vault: { ...vault, append } });
  const { kind, body } = visit(1);
  const unasked = { kind, body: { ...body, hasConsented: false } };
  expect(await queue.perform(unasked)).toMatchObject({ kind: 'sent', visit: { notified: ['sms'] } });
  expect(asked).toEqual([false]);
  network.refuses = 'visitor 2';
  expect(await queue.perform(visit(2))).toMatchObject({ kind: 'refused', failed: { status: 409 } });
  network.isAway = true;
  expect(await queue.perform(visit(3))).toEqual({ kind: 'full' });
  expect(arrived).toEqual(['visitor 1']);
});

test('reports acts of another app version that it cannot send', async () => {
  const { queue, reported, arrived, vault } = await kiosk();
  const { kind, body } = visit(1);
  await vault.append({ kind, body: { ...body, name: 'x'.repeat(1_000), plate: 'EL 12345' } });
  await vault.append({ kind: 'parcel' });
  await vault.append(visit(2));
  await queue.drain();
  const { nonce, occurredAt } = body;
  const reason = 'malformedBody';
  expect(reported).toMatchObject([
    { nonce, kind: 'checkIn', occurredAt, tenantId: 1, reason },
    { tenantId: null, reason },
  ]);
  expect(DeviceRefusal.array().safeParse(reported).success).toBe(true);
  expect(arrived).toEqual(['visitor 2']);
  expect(await vault.count()).toBe(0);
});

test('sends acts that an earlier version of the app kept, and those that leave name and host to the server', async () => {
  const { queue, vault, arrived, reported, network } = await kiosk();
  const { body } = visit(1);
  await vault.append({ kind: 'checkIn', body });
  const { tenantId: _, employeeId: _host, ...others } = body;
  const repeat = { ...others, nonce: crypto.randomUUID(), name: null, companyName: null, repeatLastVisit: true };
  await vault.append({ kind: 'checkIn', body: repeat });
  await queue.drain();
  expect(arrived).toEqual(['visitor 1', 'remembered']);

  network.refuses = 'remembered';
  await vault.append({ kind: 'checkIn', body: { ...repeat, nonce: crypto.randomUUID() } });
  await queue.drain();
  expect(reported).toMatchObject([{ reason: 'visitorIsAlreadyCheckedIn', tenantId: null }]);
});

test('does not store an act that the contract does not allow', async () => {
  const { queue, vault } = await kiosk({ timeoutMs: 50 });
  const { body } = visit(1);
  await expect(queue.perform({ kind: 'checkIn', body: { ...body, name: '\u202Evisitor' } })).rejects.toThrow(
    'invalidText',
  );
  expect(await vault.count()).toBe(0);
});

test('encrypts waiting acts in the storage', async () => {
  const name = crypto.randomUUID();
  const { queue, network } = await kiosk({ vault: await openVault(name) });
  network.isAway = true;
  await queue.perform(visit(1));
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
  });
  const rows = await new Promise<unknown[]>((resolve) => {
    const request = db.transaction('queue').objectStore('queue').getAll();
    request.addEventListener('success', () => resolve(request.result));
  });
  expect(rows).toMatchObject([{ iv: {}, data: {} }]);
  expect(JSON.stringify(rows)).not.toContain('visitor 1');
  const kept = await new Promise<unknown>((resolve) => {
    const request = db.transaction('key').objectStore('key').get('aes');
    request.addEventListener('success', () => resolve(request.result));
  });
  expect(kept).toMatchObject({ extractable: false });
});

interface Network {
  isAway: boolean;
  answersLeft: number;
  visitsLeft: number;
  refuses: string;
  /** A gateway that refuses everything, or one visitor. */
  gateway: { status: number; turnsAway: string } | null;
  date: string | null;
  until: Promise<void>;
}

async function kiosk({ vault, timeoutMs = 5_000 }: { vault?: Vault; timeoutMs?: number } = {}) {
  const own = vault ?? (await openVault(crypto.randomUUID()));
  const arrived: string[] = [];
  const reported: unknown[] = [];
  const counts: number[] = [];
  const network: Network = {
    isAway: false,
    answersLeft: Infinity,
    visitsLeft: Infinity,
    refuses: '',
    gateway: null,
    date: null,
    until: Promise.resolve(),
  };
  const pass = (name?: string) => {
    const { isAway, gateway } = network;
    if (isAway) throw away;
    if (gateway && [name, 'everything'].includes(gateway.turnsAway)) throw new CallFailed(gateway.status, null);
  };
  const times: string[] = [];
  const asked: (boolean | undefined)[] = [];
  const nonces = new Set<string>();
  const server: Server = {
    async hear() {
      pass();
      return Promise.resolve(compareClock(network.date));
    },
    async checkIn({ nonce, name: typed, occurredAt, hasConsented }) {
      const name = typed ?? 'remembered';
      pass(name);
      await network.until;
      times.push(occurredAt);
      asked.push(hasConsented);
      if (network.visitsLeft-- <= 0) throw tooMany();
      if (name === network.refuses) throw refusal();
      if (!nonces.has(nonce)) arrived.push(name);
      nonces.add(nonce);
      if (network.answersLeft-- <= 0) throw away;
      return Promise.resolve({ visitId: 1, badgeHtml: null, notified: ['sms'] });
    },
    async checkOut() {
      return Promise.resolve({ visitorName: 'Åse' });
    },
    async report(refusals) {
      reported.push(...refusals);
      return Promise.resolve(null);
    },
  };
  const queue = createQueue({ vault: own, server, onCount: (count) => counts.push(count), timeoutMs });
  return { queue, vault: own, arrived, times, asked, reported, counts, network };
}

function visit(index: number): Extract<NewAct, { kind: 'checkIn' }> {
  const moment = { nonce: crypto.randomUUID(), occurredAt: new Date().toISOString() };
  const who = { phone: '+4740012345', name: `visitor ${index}`, companyName: 'Havila', shouldSaveData: false };
  const where = { tenantId: 1, employeeId: null, shouldPrintMainBadge: false, shouldPrintParkingBadge: false };
  return { kind: 'checkIn', body: { ...moment, ...who, ...where } };
}

function tooMany(): CallFailed {
  const reason = 'tooManyRequests';
  const problem = {
    type: 'about:blank',
    title: '',
    status: 429,
    detail: '',
    reason,
    requestId: '1',
    secondsLeft: 300,
  } as const;
  return new CallFailed(429, problem);
}

function refusal(): CallFailed {
  const reason = 'visitorIsAlreadyCheckedIn';
  return new CallFailed(409, { type: 'about:blank', title: '', status: 409, detail: '', reason, requestId: '1' });
}
