import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { notifyDevices } from './notify-devices.ts';

/** The first use of a token revokes the former one. Undefined for an unknown token, or one of a removed company. */
export async function findDevice(db: Db, token: string): Promise<DeviceActor | undefined> {
  const hash = hashOf(token);
  const { rows } = await typedSql({ id: int, company_id: int, is_settled: bool })`
    select k.id, k.company_id, k.token_hash = ${hash} and k.token_is_used as is_settled
    from kiosk k join company c on c.id = k.company_id and c.deleted_at is null
    where k.token_hash = ${hash} or k.next_token_hash = ${hash}`.execute(db);
  const [kiosk] = rows;
  if (!kiosk) return undefined;
  if (!kiosk.is_settled && !(await settle(db, kiosk, hash))) return undefined;
  return deviceActor(kiosk);
}

export function deviceActor({ id, company_id: companyId }: KioskKey): DeviceActor {
  return { userId: id, role: 'kiosk', companyIds: [companyId], partnerId: null, tenantId: null };
}

interface KioskKey {
  id: number;
  company_id: number;
}

async function settle(db: Db, { id, company_id: companyId }: KioskKey, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update kiosk set
      token_hash = ${hash}, token_is_used = true,
      next_token_hash = case when next_token_hash <> ${hash} then next_token_hash end
    where company_id = ${companyId} and id = ${id} and (token_hash = ${hash} or next_token_hash = ${hash})
    returning id`.execute(db);
  return rows.length > 0;
}

export async function giveToken(db: Db, kiosk: KioskKey): Promise<string> {
  const token = newSecret();
  await db
    .updateTable('kiosk')
    .set({ token_hash: hashOf(token), token_is_used: false, next_token_hash: null })
    .where('company_id', '=', kiosk.company_id)
    .where('id', '=', kiosk.id)
    .execute();
  return token;
}

export async function rotateToken(
  db: Db,
  { userId: kioskId, companyIds: [companyId] }: DeviceActor,
): Promise<{ token: string }> {
  const token = newSecret();
  await db
    .updateTable('kiosk')
    .set({ next_token_hash: hashOf(token) })
    .where('company_id', '=', companyId)
    .where('id', '=', kioskId)
    .execute();
  return { token };
}

export async function revokeDevices(db: Db, licenseIds: readonly number[]): Promise<void> {
  const { rows } = await typedSql({ id: int })`
    update kiosk set license_id = null, token_hash = null, next_token_hash = null, token_is_used = false
    where license_id = any(${[...licenseIds]}::int[]) returning id`.execute(db);
  await notifyDevices(db, { kioskIds: rows.map(({ id }) => id) });
}

export async function lockDevices(db: Db, licenseIds: readonly number[]): Promise<void> {
  await sql`select from kiosk where license_id = any(${[...licenseIds]}::int[]) order by id for update`.execute(db);
}

export async function freeLicenses(db: Db, companyId: number): Promise<void> {
  await sql`
    with held as (
      select id, license_id from kiosk where company_id = ${companyId} and license_id is not null order by id for update
    ), released as (
      update kiosk set license_id = null where company_id = ${companyId} and id in (select id from held)
    )
    update license set mac = null
    where id in (select id from license where id in (select license_id from held) order by id for update)`.execute(db);
}
