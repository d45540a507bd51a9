import { enrolment } from '@vestibule/contract/device.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface Device {
  secretHash: Buffer;
  mac?: string | null | undefined;
  appVersion: string;
  androidVersion?: string | null | undefined;
}

/** Whether a device may show this code: no kiosk has it that is another device's. */
export async function mayAnnounce(db: Db, hash: string, secretHash: Buffer): Promise<boolean> {
  const kiosk = await db.selectFrom('kiosk').select('device_secret_hash').where('hash', '=', hash).executeTakeFirst();
  return !kiosk?.device_secret_hash || kiosk.device_secret_hash.equals(secretHash);
}

/** Keeps that a device shows a code, and answers until when; undefined when another device shows it. */
export async function keepAnnounced(db: Db, hash: string, device: Device): Promise<string | undefined> {
  const { rows } = await sql<{ expires_at: string }>`
    insert into announced_device as a (hash, secret_hash, mac, app_version, android_version, expires_at)
    values (${hash}, ${device.secretHash}, ${device.mac ?? null}, ${device.appVersion}, ${device.androidVersion ?? null},
      now() + make_interval(mins => ${enrolment.minutes}))
    on conflict (hash) do update set
      secret_hash = excluded.secret_hash, mac = excluded.mac, app_version = excluded.app_version,
      android_version = excluded.android_version, expires_at = excluded.expires_at
      where a.secret_hash = excluded.secret_hash or a.expires_at < now()
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

/** Whether this device shows this code, or did until lately. */
export async function findAnnounced(
  db: Db,
  hash: string,
  secretHash: Buffer,
): Promise<{ is_fresh: boolean } | undefined> {
  const { rows } = await sql<{ is_fresh: boolean }>`
    select expires_at > now() as is_fresh from announced_device
    where hash = ${hash} and secret_hash = ${secretHash}`.execute(db);
  return rows[0];
}

export interface WaitingKiosk {
  id: number;
  company_id: number;
  device_secret_hash: Buffer | null;
  token_is_used: boolean;
}

/** The kiosk that somebody has entered with this code, locked. */
export async function findWaitingKiosk(db: Db, hash: string): Promise<WaitingKiosk | undefined> {
  const { rows } = await sql<WaitingKiosk>`
    select k.id, k.company_id, k.device_secret_hash, k.token_is_used
    from kiosk k join company c on c.id = k.company_id and c.deleted_at is null
    where k.hash = ${hash} for no key update of k`.execute(db);
  return rows[0];
}

/** Makes a kiosk the device's that shows its code. */
export async function bindDevice(db: Db, kioskId: number, hash: string, secretHash: Buffer): Promise<void> {
  await sql`
    with announced as (delete from announced_device where hash = ${hash} returning *)
    update kiosk k set
      device_secret_hash = ${secretHash}, mac = a.mac, app_version = a.app_version, android_version = a.android_version
    from announced a where k.id = ${kioskId}`.execute(db);
}
