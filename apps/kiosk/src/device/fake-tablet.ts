import 'fake-indexeddb/auto';
import type { ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { openVault, type Vault } from '../offline/vault.ts';
import { startDevice } from './device.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';

/** A vault that a test can fill up or hold. */
function withholding(vault: Vault) {
  let held: { name: string; until: Promise<void> } | undefined;
  const storage = {
    isFull: false,
    isBroken: false,
    isHeld: false,
    /** Holds a value until the returned function is called. */
    hold(name: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { name, until: promise };
      return resolve;
    },
  };
  const release = async (name: string) => {
    if (held?.name !== name) return;
    storage.isHeld = true;
    await held.until;
  };
  const get: Vault['get'] = async (name) => {
    await release(name);
    return vault.get(name);
  };
  const set: Vault['set'] = async (name, value) => {
    if (storage.isFull) throw new DOMException('full', 'QuotaExceededError');
    await release(name);
    await vault.set(name, value);
  };
  const remove: Vault['remove'] = (name) =>
    storage.isBroken ? Promise.reject(new DOMException('broken', 'UnknownError')) : vault.remove(name);
  return { vault: { ...vault, get, set, remove }, storage };
}

interface Setting {
  vault?: Vault;
  server?: FakeServer;
  /** The token of an enrolled device that lost all other data. */
  token?: string;
  missing?: { times: number };
  untilChannel?: Promise<void>;
}

export async function tablet({
  vault: given,
  server = createFakeServer(),
  token,
  missing = { times: 0 },
  untilChannel,
}: Setting = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('APP_VERSION', '1.0.0');
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', server.fetch);
  const { vault, storage } = withholding(given ?? (await openVault(crypto.randomUUID())));
  if (token !== undefined) {
    server.tokens = [token];
    server.isAway = true;
    await vault.set('identity', { secret: 'a secret', mac: '02:00:00:00:00:01', token, next: null });
  }
  const channels: Opened[] = [];
  const device = await startDevice(vault, async () => {
    await untilChannel;
    if (missing.times-- > 0) throw new Error('not there');
    return (options) => {
      const opened = { ...options, isClosed: false };
      channels.push(opened);
      return { beat: () => undefined, notePrint: () => undefined, close: () => (opened.isClosed = true) };
    };
  });
  const phases = new Set<string>();
  device.subscribe(() => phases.add(device.state().phase));
  const phase = (name: string) => expect.poll(() => device.state().phase).toBe(name);
  const isOpen = async () => {
    await expect.poll(() => channels.length).toBeGreaterThan(0);
    channels.at(-1)?.onState(true);
  };
  const tell = async (message: ToDevice) => channels.at(-1)?.onMessage(message);
  return { server, vault, device, channels, storage, phase, phases, isOpen, tell, reload };
}

export async function kiosk() {
  const made = await tablet();
  made.server.isTyped = true;
  await expect.poll(() => made.server.count('token')).toBeGreaterThan(0);
  await elapse(1);
  await made.phase('running');
  await made.isOpen();
  return made;
}

export async function elapse(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
}

interface Opened {
  onOpen: () => void;
  onMessage: (message: ToDevice) => Promise<string>;
  onState: (isOpen: boolean) => void;
  isClosed: boolean;
}
