import { createDevice, type Device } from '../../bench/simulator/device.ts';
import { hashOf, newSecret } from '../../apps/server/src/http/secret.ts';
import { newLicenceKey } from '../../apps/server/src/licence/key.ts';
import type { Building } from './building.ts';
import { layKiosk } from './kiosks.ts';

/** A key that no device has. */
async function layLicence({ db }: Building): Promise<{ id: number; key: string }> {
  const folder = await db
    .insertInto('licence_folder')
    .values({ name: `Kiosks ${newSecret()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return db
    .insertInto('licence')
    .values({ folder_id: folder.id, key: newLicenceKey() })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
}

export interface LaidDevice extends Device {
  kioskId: number;
  licenceId: number;
}

/** A kiosk with a licence and a device, which speaks to the running program over the protocol of devices. It is not connected yet. */
export async function layDevice(
  building: Building,
  known: { name: string; appVersion?: string },
  url = process.env['E2E_ADDRESS'] ?? '',
): Promise<LaidDevice> {
  const kiosk = await layKiosk(building, { name: known.name });
  const token = newSecret();
  const device = createDevice({ url, token, ...(known.appVersion && { appVersion: known.appVersion }) });
  const licence = await layLicence(building);
  const { db } = building;
  const activated = new Date().toISOString();
  await db
    .updateTable('licence')
    .set({ mac: device.mac, activation_date: activated })
    .where('id', '=', licence.id)
    .execute();
  await db
    .updateTable('kiosk')
    .set({ device_secret_hash: hashOf(token), token_hash: hashOf(token), licence_id: licence.id, mac: device.mac })
    .where('id', '=', kiosk.id)
    .execute();
  return Object.assign(device, { kioskId: kiosk.id, licenceId: licence.id });
}
