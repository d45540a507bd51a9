import type { Db } from '../../platform/db/database.ts';
import { notify, notifyEach } from '../../platform/live/bus.ts';

export type DevicesConcerned = { kioskIds: readonly number[] } | { companyId: number };

/** After the commit, all processes update these devices: their state, settings and pending commands. The notification has ids only. */
export async function notifyDevices(db: Db, concerned: DevicesConcerned): Promise<void> {
  if ('companyId' in concerned) return notify(db, 'device', `company ${concerned.companyId}`);
  await notifyEach(db, 'device', concerned.kioskIds, 'kiosks ');
}

export function readConcerned(word: string): DevicesConcerned {
  const [kind, ids = ''] = word.split(' ');
  if (kind === 'company') return { companyId: Number(ids) };
  return { kioskIds: ids.split(',').map(Number) };
}
