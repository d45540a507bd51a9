import { randomBytes, randomUUID } from 'node:crypto';
import { type Change, publish } from '../../apps/server/src/platform/live/publish.ts';
import { newLicenseKey } from '../../apps/server/src/kiosks/license/key.ts';
import type { Building } from './building.ts';

interface KnownKiosk {
  name: string;
  isOnline?: boolean;
  comment?: string;
  mac?: string;
  ip?: string;
  appVersion?: string;
  /** Default: never seen. */
  minutesAway?: number;
}

export function newHash(): string {
  return randomBytes(4).toString('hex').toUpperCase();
}

/** Seeds a device that makes no calls. */
export async function seedKiosk({ db, company }: Building, known: KnownKiosk) {
  const { name, isOnline = false, comment = null, mac = null, ip = null, appVersion = null, minutesAway } = known;
  const away = minutesAway === undefined ? null : new Date(Date.now() - minutesAway * 60_000).toISOString();
  const device_secret_hash = randomBytes(32);
  const row = {
    name,
    hash: newHash(),
    device_secret_hash,
    comment,
    mac,
    ip,
    app_version: appVersion,
    company_id: company.id,
  };
  return db
    .insertInto('kiosk')
    .values({
      ...row,
      ...(isOnline ? online(true) : { last_seen_at: away, offline_since: away }),
    })
    .returning(['id', 'name', 'hash'])
    .executeTakeFirstOrThrow();
}

export async function seedLicense({ db }: Building): Promise<{ id: number; key: string }> {
  const folder = await db
    .insertInto('license_folder')
    .values({ name: `Kiosks ${randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return db
    .insertInto('license')
    .values({ folder_id: folder.id, key: newLicenseKey() })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
}

export async function changeKiosk(
  { db, company }: Building,
  kioskId: number,
  event: Change['event'],
  { isOnline, ...change }: { isOnline?: boolean; app_version?: string },
) {
  await db.transaction().execute(async (inside) => {
    await inside
      .updateTable('kiosk')
      .set({ ...change, ...(isOnline !== undefined && online(isOnline)) })
      .where('id', '=', kioskId)
      .where('company_id', '=', company.id)
      .execute();
    await publish(inside, company.id, [{ channel: `managers:${company.id}`, event, ids: [kioskId] }]);
  });
}

function online(isOnline: boolean) {
  const now = new Date().toISOString();
  return isOnline
    ? { is_online: true, channel_id: randomUUID(), last_seen_at: now, offline_since: null }
    : { is_online: false, channel_id: null, offline_since: now };
}
