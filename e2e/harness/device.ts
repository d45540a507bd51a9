import { createDevice, type Device } from '../../bench/simulator/device.ts';
import { hashOf, newSecret } from '../../apps/server/src/platform/http/secret.ts';
import type { Building } from './building.ts';
import { seedKiosk, seedLicense } from './kiosks.ts';

export interface SeededDevice extends Device {
  kioskId: number;
  licenseId: number;
}

/** Does not connect it. */
export async function seedDevice(
  building: Building,
  known: { name: string; appVersion?: string },
): Promise<SeededDevice> {
  const { E2E_ADDRESS: url = '' } = process.env;
  const kiosk = await seedKiosk(building, { name: known.name });
  const token = newSecret();
  const device = createDevice({ url, token, ...(known.appVersion && { appVersion: known.appVersion }) });
  const license = await seedLicense(building);
  const { db } = building;
  const activated = new Date().toISOString();
  await db
    .updateTable('license')
    .set({ mac: device.mac, activation_date: activated })
    .where('id', '=', license.id)
    .execute();
  await db
    .updateTable('kiosk')
    .set({ device_secret_hash: hashOf(token), token_hash: hashOf(token), license_id: license.id, mac: device.mac })
    .where('id', '=', kiosk.id)
    .execute();
  return Object.assign(device, { kioskId: kiosk.id, licenseId: license.id });
}
