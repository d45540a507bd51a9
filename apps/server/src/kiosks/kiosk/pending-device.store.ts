import { KioskCodeState } from '@vestibule/contract/kiosks/kiosk.ts';
import { enteredCodeMinutes } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bool, bytes, int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const AnnouncedDevice = z.strictObject({
  secretHash: bytes,
  network: text,
  mac: text.nullable(),
  appVersion: text,
  androidVersion: text.nullable(),
});
export type AnnouncedDevice = z.infer<typeof AnnouncedDevice>;

export const CodedKiosk = z.strictObject({
  id: int,
  hash: text,
  company_id: int,
  device_secret_hash: bytes.nullable(),
  token_is_used: bool,
  is_code_expired: bool,
  is_company_deleted: bool,
});
export type CodedKiosk = z.infer<typeof CodedKiosk>;

type KioskKey = Pick<CodedKiosk, 'id' | 'company_id'>;

export async function lockKioskByCode(db: Db, hash: string): Promise<CodedKiosk | undefined> {
  // Reads the expiry after the lock, which may have waited past it.
  const { rows: locked } = await sql`select from kiosk where hash = ${hash} for no key update`.execute(db);
  if (locked.length === 0) return undefined;
  const { rows } = await typedSql(CodedKiosk)`
    select k.id, k.hash, k.company_id, k.device_secret_hash, k.token_is_used,
      coalesce(k.code_expires_at <= clock_timestamp(), false) as is_code_expired,
      c.deleted_at is not null as is_company_deleted
    from kiosk k join company c on c.id = k.company_id where k.hash = ${hash}`.execute(db);
  return rows[0];
}

export async function findAnnouncement(
  db: Db,
  hash: string,
  secretHash: Buffer,
): Promise<{ is_rejected: boolean } | undefined> {
  return db
    .selectFrom('pending_device as p')
    .innerJoin('kiosk as k', (join) => join.onRef('k.company_id', '=', 'p.company_id').onRef('k.id', '=', 'p.kiosk_id'))
    .select('p.is_rejected')
    .where('k.hash', '=', hash)
    .where('p.secret_hash', '=', secretHash)
    .executeTakeFirst();
}

export async function countPendingDevices(db: Db, kiosk: KioskKey): Promise<number> {
  const { rows } = await typedSql({ count: int })`
    select count(*)::int as count from pending_device
    where company_id = ${kiosk.company_id} and kiosk_id = ${kiosk.id} and not is_rejected`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertPendingDevice(
  db: Db,
  kiosk: KioskKey,
  { secretHash, network, mac, appVersion, androidVersion }: AnnouncedDevice,
): Promise<void> {
  await sql`
    insert into pending_device (company_id, kiosk_id, secret_hash, network, mac, app_version, android_version, announced_at)
    values (${kiosk.company_id}, ${kiosk.id}, ${secretHash}, ${network}, ${mac}, ${appVersion}, ${androidVersion},
      clock_timestamp())`.execute(db);
}

export async function bindPendingDevice(db: Db, kiosk: KioskKey, pendingDeviceId: number): Promise<void> {
  await sql`
    update kiosk k set
      device_secret_hash = p.secret_hash, mac = p.mac, app_version = p.app_version, android_version = p.android_version,
      code_expires_at = null
    from pending_device p
    where k.company_id = ${kiosk.company_id} and k.id = ${kiosk.id} and p.id = ${pendingDeviceId}
      and p.company_id = k.company_id and p.kiosk_id = k.id`.execute(db);
  await db
    .deleteFrom('pending_device')
    .where('company_id', '=', kiosk.company_id)
    .where('kiosk_id', '=', kiosk.id)
    .execute();
}

export async function rejectPendingDevice(db: Db, companyId: number, pendingDeviceId: number): Promise<void> {
  await db
    .updateTable('pending_device')
    .set({ is_rejected: true, network: null, mac: null, app_version: null, android_version: null })
    .where('company_id', '=', companyId)
    .where('id', '=', pendingDeviceId)
    .execute();
}

export async function renewCode(db: Db, kiosk: KioskKey): Promise<void> {
  await sql`
    update kiosk set code_expires_at = clock_timestamp() + make_interval(mins => ${enteredCodeMinutes})
    where company_id = ${kiosk.company_id} and id = ${kiosk.id}`.execute(db);
}

export async function listCodes(db: Db, companyId: number): Promise<KioskCodeState[]> {
  const { rows } = await typedSql(KioskCodeState)`
    select k.id as "kioskId", k.code_expires_at as "expiresAt",
      exists (
        select from pending_device p where p.company_id = k.company_id and p.kiosk_id = k.id and not p.is_rejected
      ) as "hasPendingDevice"
    from kiosk k
    where k.company_id = ${companyId} and k.device_secret_hash is null
    order by k.code_expires_at, k.id`.execute(db);
  return rows;
}
