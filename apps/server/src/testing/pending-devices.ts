import { announceDevice, fetchDeviceToken } from '@vestibule/contract/kiosks/device.ts';
import { listKioskCodes, listKiosks, type PendingDevice } from '@vestibule/contract/kiosks/kiosk.ts';
import {
  confirmKioskDevice,
  createKiosk,
  rejectKioskDevice,
  renewKioskCode,
} from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Building } from './building.ts';
import { callerOf } from './caller.ts';
import { freshHash } from './kiosks.ts';

let networks = 0;

export function aDevice({ server }: Building, from = `198.18.${networks >> 8}.${networks++ & 255}`) {
  const deviceSecret = randomUUID();
  const caller = callerOf(server);
  const about = { appVersion: '1.4.0', androidVersion: '14', mac: '02:00:00:00:00:07' };
  const token = (hash: string) => caller.call(fetchDeviceToken, { body: { hash, deviceSecret } }, { from });
  return {
    from,
    token,
    announce: (hash?: string) =>
      caller.call(announceDevice, { body: { deviceSecret, ...about, ...(hash && { hash }) } }, { from }),
    async isWaiting(hash: string) {
      const { status, data } = await token(hash);
      return status === 202 && 'pending' in data;
    },
  };
}

export const enterCode = ({ as, company }: Building, hash: string) =>
  as('company').call(createKiosk, { params: { companyId: company.id }, body: { name: 'Lobby', hash } });

export const confirmDevice = ({ as }: Building, kioskId: number, previous?: PendingDevice | null) =>
  as('company').call(confirmKioskDevice, { params: { kioskId }, body: { ...(previous && { previous }) } });

export const rejectDevice = ({ as }: Building, kioskId: number, previous?: PendingDevice | null) =>
  as('company').call(rejectKioskDevice, { params: { kioskId }, body: { ...(previous && { previous }) } });

export const renewCode = ({ as }: Building, kioskId: number) =>
  as('company').call(renewKioskCode, { params: { kioskId } });

export const codesOf = async ({ as, company }: Building) =>
  (await as('company').call(listKioskCodes, { params: { companyId: company.id } })).data;

export async function pendingDeviceOf(
  { as, company }: Building,
  kioskId: number,
): Promise<PendingDevice | null | undefined> {
  const { data } = await as('company').call(listKiosks, { params: { companyId: company.id }, query: {} });
  return data.find(({ id }) => id === kioskId)?.pendingDevice;
}

export const expireCode = ({ db }: Building, kioskId: number) =>
  sql`update kiosk set code_expires_at = now() - interval '1 second' where id = ${kioskId}`.execute(db);

export async function pendingKiosk(
  site: Building,
  from?: string,
): Promise<{ id: number; hash: string; mine: ReturnType<typeof aDevice> }> {
  const hash = freshHash();
  const { data } = await enterCode(site, hash);
  const mine = aDevice(site, from);
  await mine.announce(hash);
  return { id: data.id, hash, mine };
}
