import type { ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DevicesConcerned } from '../kiosk/notify-devices.ts';
import { coalesce } from './coalesce.ts';
import { type DeviceState, listStates, type OfKiosk, takeCommands } from './presence.store.ts';

export const closes = { deprovisioned: 4410, revoked: 4401, replaced: 4409 } as const;

export interface Attended extends OfKiosk {
  send: (message: ToDevice) => void;
  close: (code: number) => void;
  sentVersion: number | null;
  commandedAt: number | null;
}

/** Sends settings and pending commands, and closes channels of devices that are no kiosks. */
export function attendance(
  db: Db,
  here: () => Iterable<Attended>,
): (concerned: DevicesConcerned | undefined) => Promise<void> {
  return coalesce(async (asked) => {
    const isAsked = concernsDevice(asked);
    const devices = [...here()].filter(isAsked);
    if (devices.length === 0) return;
    const states = await listStates(db, devices);
    const byId = new Map(states.map((state) => [state.id, state]));
    for (const device of devices) update(device, byId.get(device.kioskId));
    const byKiosk = Map.groupBy(await takeCommands(db, devices), (command) => command.kiosk_id);
    for (const device of devices) {
      for (const { id, event } of byKiosk.get(device.kioskId) ?? []) {
        device.send({ id, event, payload: null });
        device.commandedAt = Date.now();
      }
    }
  });
}

function update(device: Attended, state: DeviceState | undefined): void {
  if (!state) {
    device.send({ event: 'deprovisioned', payload: null });
    return device.close(closes.deprovisioned);
  }
  if (!state.has_token) return device.close(closes.revoked);
  if (state.channel_id !== null && state.channel_id !== device.channelId) return device.close(closes.replaced);
  const known = device.sentVersion ?? state.applied_settings_version;
  device.sentVersion = state.settings_version;
  if (known === state.settings_version) return;
  device.send({ event: 'settings_changed', payload: { version: state.settings_version } });
}

export function concernsDevice(asked: readonly (DevicesConcerned | undefined)[]): (device: Attended) => boolean {
  if (asked.includes(undefined)) return () => true;
  const companies = new Set<number>();
  const kiosks = new Set<number>();
  for (const concerned of asked) {
    if (concerned === undefined) continue;
    if ('companyId' in concerned) companies.add(concerned.companyId);
    else for (const id of concerned.kioskIds) kiosks.add(id);
  }
  return ({ companyId, kioskId }) => companies.has(companyId) || kiosks.has(kioskId);
}
