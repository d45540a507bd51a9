import type { Agent } from '@vestibule/contract/platform/access.ts';
import {
  type Kiosk,
  kioskEventsKept,
  type KioskStatus,
  PastKioskEvent,
  type PendingDevice,
} from '@vestibule/contract/kiosks/kiosk.ts';
import { enteredCodeMinutes } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { inScope } from '../../accounts/scope/scope.ts';
import { readCursor, searchPattern } from '../../platform/http/list.ts';
import { dropMessagesOf } from '../../platform/outbox/enqueue.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const KioskRow = z.strictObject({
  id: int,
  company_id: int,
  name: text,
  hash: text,
  comment: text.nullable(),
  mac: text.nullable(),
  ip: text.nullable(),
  app_version: text.nullable(),
  android_version: text.nullable(),
  is_online: bool,
  enable_custom_settings: bool,
  offline_since: text.nullable(),
  settings_version: int,
  applied_settings_version: int.nullable(),
  license_id: int.nullable(),
  has_device: bool,
  is_code_expired: bool,
  pending_id: int.nullable(),
  pending_network: text.nullable(),
  pending_mac: text.nullable(),
  pending_app_version: text.nullable(),
  pending_android_version: text.nullable(),
  pending_announced_at: moment.nullable(),
  folded_name: text,
});
export type KioskRow = z.infer<typeof KioskRow>;

const columns = sql`k.id, k.company_id, k.name, k.hash, k.comment, k.mac, k.ip, k.app_version, k.android_version, k.is_online,
  k.enable_custom_settings, k.offline_since, k.applied_settings_version, k.license_id, k.folded_name,
  s.version as settings_version, k.device_secret_hash is not null as has_device,
  coalesce(k.code_expires_at <= clock_timestamp(), false) as is_code_expired,
  p.id as pending_id, p.network as pending_network, p.mac as pending_mac, p.app_version as pending_app_version,
  p.android_version as pending_android_version, p.announced_at as pending_announced_at`;
const joins = sql`
  join kiosk_settings_in_force s on s.company_id = k.company_id and s.for_kiosk_id = k.id
  left join lateral (
    select * from pending_device waiting
    where waiting.company_id = k.company_id and waiting.kiosk_id = k.id and not waiting.is_rejected
    order by waiting.id limit 1
  ) p on k.device_secret_hash is null`;

export async function findKiosk(db: Db, actor: Agent, kioskId: number): Promise<KioskRow | undefined> {
  const { rows } = await typedSql(KioskRow)`
    select ${columns} from kiosk k ${joins}
    where k.id = ${kioskId} and ${inScope(actor, 'k.company_id')}`.execute(db);
  return rows[0];
}

export async function lockKiosk(db: Db, actor: Agent, kioskId: number): Promise<KioskRow | undefined> {
  const { rows } = await sql`
    select from kiosk k where k.id = ${kioskId} and ${inScope(actor, 'k.company_id')} for no key update of k`.execute(
    db,
  );
  // A separate statement sees changes that were committed while the lock waited.
  return rows.length > 0 ? findKiosk(db, actor, kioskId) : undefined;
}

export function listKiosks(
  db: Db,
  companyId: number,
  { status, ...query }: ListQuery & { status?: KioskStatus | undefined },
): Promise<Counted<KioskRow>> {
  const after = readCursor(query);
  const pattern = searchPattern(query, searchMinimum.company);
  const conditions: RawBuilder<unknown>[] = [sql`k.company_id = ${companyId}`];
  if (status !== undefined) conditions.push(sql`k.is_online = ${status === 'online'}`);
  if (pattern !== undefined) conditions.push(sql`k.search like fold(${pattern})`);
  const further = after ? sql`and (k.folded_name, k.id) > (${after.key}, ${after.id})` : sql``;
  return readList(db, query, {
    row: KioskRow,
    select: sql`select ${columns} from kiosk k ${joins}`,
    from: sql`kiosk k`,
    where: sql.join(conditions, sql` and `),
    further,
    order: sql`k.folded_name, k.id`,
    isSearch: pattern !== undefined,
  });
}

export async function listKioskEvents(db: Db, companyId: number, kioskId: number): Promise<PastKioskEvent[]> {
  const { rows } = await typedSql(PastKioskEvent)`
    select id, kind, detail, at from kiosk_event
    where company_id = ${companyId} and kiosk_id = ${kioskId}
      and at >= now() - make_interval(days => ${kioskEventsKept.days})
    order by at desc, id desc limit ${kioskEventsKept.each}`.execute(db);
  return rows;
}

export async function listKiosksById(db: Db, companyId: number, ids: readonly number[]): Promise<KioskRow[]> {
  const { rows } = await typedSql(KioskRow)`
    select ${columns} from kiosk k ${joins}
    where k.company_id = ${companyId} and k.id = any(${[...ids]}::int[]) order by k.id`.execute(db);
  return rows;
}

/** Without a device that shows its code, the code expires. `kiosk_hash` refuses a used code. */
export async function insertKiosk(
  db: Db,
  companyId: number,
  { name, hash, comment }: { name: string; hash: string; comment: string | null },
): Promise<{ id: number; has_device: boolean }> {
  const { rows } = await typedSql({ id: int, has_device: bool })`
    with announced as (delete from announced_device where hash = ${hash} and expires_at > now() returning *)
    insert into kiosk (
      company_id, name, hash, comment, device_secret_hash, mac, app_version, android_version, code_expires_at
    )
    select ${companyId}, ${name}, ${hash}, ${comment}, a.secret_hash, a.mac, a.app_version, a.android_version,
      case when a.hash is null then now() + make_interval(mins => ${enteredCodeMinutes}) end
    from (select) as one left join announced a on true
    returning id, device_secret_hash is not null as has_device`.execute(db);
  return onlyRow(rows);
}

export async function updateKiosk(
  db: Db,
  companyId: number,
  kioskId: number,
  changed: { name: string; comment: string | null },
): Promise<void> {
  await db.updateTable('kiosk').set(changed).where('company_id', '=', companyId).where('id', '=', kioskId).execute();
}

export async function deleteKiosk(db: Db, companyId: number, kioskId: number): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from kiosk where company_id = ${companyId} and id = ${kioskId} returning company_id, id, license_id
    ), released as (
      update license set mac = null where id in (select license_id from gone)
    ), dropped as (
      ${dropMessagesOf('kiosk_id', sql`select company_id, id from gone`)}
    )
    select id from gone`.execute(db);
  return rows.length > 0;
}

export function toKiosk(row: KioskRow): Kiosk {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    hash: row.hash,
    comment: row.comment,
    mac: row.mac,
    ip: row.ip,
    appVersion: row.app_version,
    androidVersion: row.android_version,
    status: row.is_online ? 'online' : 'offline',
    enableCustomSettings: row.enable_custom_settings,
    offlineSince: row.offline_since,
    settingsVersion: row.settings_version,
    appliedSettingsVersion: row.applied_settings_version,
    pendingDevice: toPendingDevice(row),
  };
}

export function toPendingDevice(row: KioskRow): PendingDevice | null {
  const { pending_network: network, pending_app_version: appVersion, pending_announced_at: announcedAt } = row;
  if (network === null || appVersion === null || announcedAt === null) return null;
  return { network, appVersion, androidVersion: row.pending_android_version, mac: row.pending_mac, announcedAt };
}
