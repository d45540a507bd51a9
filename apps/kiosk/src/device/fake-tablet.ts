import 'fake-indexeddb/auto';
import type { ToDevice } from '@vestibule/contract/device-channel.ts';
import { expect, onTestFinished, vi } from 'vitest';
import { openVault, type Vault } from '../offline/vault.ts';
import { startDevice } from './device.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';

/** The parts of the vault that a test can fill up or hold back. */
function withholding(vault: Vault) {
  let held: { name: string; until: Promise<void> } | undefined;
  const writing = {
    isFull: false,
    isBroken: false,
    isHeld: false,
    hold(name: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { name, until: promise };
      return resolve;
    },
  };
  const set: Vault['set'] = async (name, value) => {
    if (writing.isFull) throw new DOMException('full', 'QuotaExceededError');
    if (held?.name === name) {
      writing.isHeld = true;
      await held.until;
    }
    await vault.set(name, value);
  };
  const remove: Vault['remove'] = (name) =>
    writing.isBroken ? Promise.reject(new DOMException('broken', 'UnknownError')) : vault.remove(name);
  return { vault: { ...vault, set, remove }, writing };
}

interface Setting {
  vault?: Vault;
  server?: FakeServer;
  /** Of a device that was enrolled, and has lost all but that; the server is away. */
  token?: string;
  /** How often the part of the app for the channel is not there. */
  missing?: { times: number };
}

/** A tablet that starts the app, with a channel that opens when the test says so. */
export async function tablet({
  vault: given,
  server = createFakeServer(),
  token,
  missing = { times: 0 },
}: Setting = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('APP_VERSION', '1.0.0');
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', server.fetch);
  const { vault, writing } = withholding(given ?? (await openVault(crypto.randomUUID())));
  if (token !== undefined) {
    server.tokens = [token];
    server.isAway = true;
    await vault.set('identity', { secret: 'a secret', mac: '02:00:00:00:00:01', token, next: null });
  }
  const channels: Opened[] = [];
  const device = await startDevice(vault, () => {
    if (missing.times-- > 0) return Promise.reject(new Error('not there'));
    return Promise.resolve((options) => {
      const opened = { ...options, isClosed: false };
      channels.push(opened);
      return { beat: () => undefined, close: () => (opened.isClosed = true) };
    });
  });
  const phase = (name: string) => expect.poll(() => device.state().phase).toBe(name);
  /** The network is there, and the channel opens. */
  const isOpen = async () => {
    await expect.poll(() => channels.length).toBeGreaterThan(0);
    channels.at(-1)?.onState(true);
  };
  const tell = async (message: ToDevice) => channels.at(-1)?.onMessage(message);
  return { server, vault, device, channels, writing, phase, isOpen, tell, reload };
}

/** A tablet that has been made a kiosk, and is online. */
export async function kiosk() {
  const made = await tablet();
  made.server.isTyped = true;
  await expect.poll(() => made.server.count('token')).toBeGreaterThan(0);
  await elapse(1);
  await made.phase('running');
  await made.isOpen();
  return made;
}

/** Lets time pass for the app. */
export async function elapse(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
}

interface Opened {
  onOpen: () => void;
  onMessage: (message: ToDevice) => Promise<string>;
  onState: (isOpen: boolean) => void;
  isClosed: boolean;
}
