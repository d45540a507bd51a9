import {
  type DeviceConfig,
  DeviceConfig as Config,
  DeviceTenant,
  deprovisionDevice,
  activateDevice,
  getDeviceConfig,
  listDeviceTenants,
  reportDeviceRefusals,
  type ToDevice,
} from '@vestibule/contract/device.ts';
import { CallFailed, call, onSessionEnd } from '@vestibule/web/call.ts';
import { z } from 'zod';
import { createQueue, ofContract, type Queue } from '../offline/queue.ts';
import type { Vault } from '../offline/vault.ts';
import { androidVersion, networkAddresses, restart } from './bridge.ts';
import { type Channel, openDeviceChannel } from './channel.ts';
import { enrol, type EnrolmentNote } from './enrol.ts';
import { type Identity, loadIdentity, saveIdentity } from './identity.ts';
import { updateApp } from './service-worker.ts';

type Phase =
  | { phase: 'starting' }
  | { phase: 'enrolling'; code: string | null; note: EnrolmentNote }
  | { phase: 'licence' }
  /** The server is away, and nothing is known from before. */
  | { phase: 'away' }
  | { phase: 'running'; config: DeviceConfig; tenants: DeviceTenant[] };

export type DeviceState = Phase & {
  isConnected: boolean;
  /** How many acts wait to be sent. */
  waiting: number;
};

export interface Device {
  state: () => DeviceState;
  subscribe: (listener: () => void) => () => void;
  queue: Queue;
  /** Binds a licence to this device; rejects with `CallFailed`. */
  activate: (licenseKey: string) => Promise<void>;
  /** Ends being a kiosk; rejects with `CallFailed` where the password is another. */
  deprovision: (password: string) => Promise<void>;
  /** Says whether somebody stands at the kiosk; what would disturb them waits until nobody does. */
  setIdle: (isIdle: boolean) => void;
}

/** How old the directory of tenants and people may be. */
const directoryMinutes = 2;

/** Makes this browser a kiosk: it is enrolled, follows its settings and obeys the console, for as long as the page is open. */
export async function startDevice(vault: Vault): Promise<Device> {
  let identity = await loadIdentity(vault);
  let state: DeviceState = { phase: 'starting', isConnected: false, waiting: await vault.count() };
  let channel: Channel | undefined;
  let isIdle = true;
  let postponed: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const page = new AbortController();

  const show = (change: Phase | Partial<Pick<DeviceState, 'isConnected' | 'waiting'>>) => {
    const { isConnected, waiting } = state;
    state = 'phase' in change ? { ...change, isConnected, waiting } : { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const save = async (changes: Partial<Identity>) => {
    identity = { ...identity, ...changes };
    await saveIdentity(vault, identity);
  };
  const whenIdle = (act: () => void) => {
    if (isIdle) act();
    else postponed.push(act);
  };

  const queue = createQueue({
    vault,
    server: ofContract((refusals) => call(reportDeviceRefusals, { body: refusals })),
    onCount: (waiting) => {
      show({ waiting });
      channel?.beat();
    },
  });

  const becomeKiosk = async (note: EnrolmentNote) => {
    const code = await enrol({
      identity,
      note,
      signal: page.signal,
      onCode: (code, note) => show({ phase: 'enrolling', code, note }),
    });
    await save({ hash: code, isEnrolled: true });
    await configure();
  };

  const lose = async () => {
    if (!identity.isEnrolled) return;
    channel?.close();
    channel = undefined;
    await save({ isEnrolled: false });
    await Promise.all([vault.remove('config'), vault.remove('tenants')]);
    show({ isConnected: false });
    await becomeKiosk('ended');
  };

  /** Fetches settings and directory, or takes those from before where the server is away. */
  const configure = async () => {
    try {
      const config = await call(getDeviceConfig);
      const tenants = await call(listDeviceTenants);
      // A tablet without room left still works, as long as it has a network.
      await keep(vault, config, tenants).catch(reportError);
      show({ phase: 'running', config, tenants });
      channel?.beat();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // The listener to ended sessions has it.
      if (error.status === 401) return;
      if (error.status === 402) return show({ phase: 'licence' });
      const kept = await recall(vault);
      if (!kept) {
        show({ phase: 'away' });
        setTimeout(() => void configure(), 4_000);
        return;
      }
      if (state.phase !== 'running') show({ phase: 'running', ...kept });
    }
    channel ??= openDeviceChannel({
      heartbeat,
      onOpen: () => void configure().then(queue.drain),
      onMessage: obey,
      onState: (isConnected) => show({ isConnected }),
    });
  };

  const heartbeat = () => ({
    appVersion: APP_VERSION,
    androidVersion: androidVersion(),
    mac: identity.mac,
    ip: networkAddresses().ip,
    settingsVersion: state.phase === 'running' ? state.config.settings.version : null,
    queueLength: state.waiting,
  });

  const obey = async ({ event }: ToDevice): Promise<string> => {
    switch (event) {
      case 'settings_changed':
        await configure();
        return 'applied';
      case 'deprovisioned':
        void lose();
        return 'removed';
      case 'upgrade':
        return updateApp(whenIdle);
      case 'reboot':
        if (isIdle) return restart();
        whenIdle(restart);
        return 'waiting';
    }
  };

  setInterval(() => {
    if (state.phase === 'running' && state.isConnected) void configure();
  }, directoryMinutes * 60_000);
  onSessionEnd(() => void lose());
  void (identity.isEnrolled ? configure() : becomeKiosk(null));

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    queue,
    async activate(licenseKey) {
      await call(activateDevice, { body: { licenseKey, mac: identity.mac } });
      await configure();
    },
    async deprovision(password) {
      await call(deprovisionDevice, { body: { password } });
      channel?.close();
      await vault.clear();
      location.reload();
    },
    setIdle(now) {
      isIdle = now;
      if (!isIdle) return;
      const acts = postponed;
      postponed = [];
      for (const act of acts) act();
    },
  };
}

/** Visits that wait for another company's server are none of this company's. */
async function keep(vault: Vault, config: DeviceConfig, tenants: DeviceTenant[]): Promise<void> {
  const companyId = await vault.get('companyId');
  if (companyId !== undefined && companyId !== config.company.id) await vault.emptyQueue();
  await vault.set('companyId', config.company.id);
  await vault.set('config', config);
  await vault.set('tenants', tenants);
}

async function recall(vault: Vault): Promise<{ config: DeviceConfig; tenants: DeviceTenant[] } | undefined> {
  const config = Config.safeParse(await vault.get('config')).data;
  const tenants = z.array(DeviceTenant).safeParse(await vault.get('tenants')).data;
  return config && tenants && { config, tenants };
}
