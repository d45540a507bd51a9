import type { Db } from '../../platform/db/database.ts';
import { tell, tellOfEach } from '../../platform/live/bus.ts';

/** Which devices have something to look at: some, or all of a company. */
export type DevicesConcerned = { kioskIds: readonly number[] } | { companyId: number };

/**
 * Has every process look after the devices on its channels once this transaction commits: whether they are kiosks still, what
 * settings they are to follow, and which commands wait for them. The word itself says nothing but which they are.
 */
export async function tellDevices(db: Db, concerned: DevicesConcerned): Promise<void> {
  if ('companyId' in concerned) return tell(db, 'device', `company ${concerned.companyId}`);
  await tellOfEach(db, 'device', concerned.kioskIds, 'kiosks ');
}

/** Reads what `tellDevices` said. */
export function readConcerned(word: string): DevicesConcerned {
  const [kind, ids = ''] = word.split(' ');
  if (kind === 'company') return { companyId: Number(ids) };
  return { kioskIds: ids.split(',').map(Number) };
}
