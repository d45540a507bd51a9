import type { FromDevice, PrintNote } from '@vestibule/contract/kiosks/device-channel.ts';
import { kioskEventsKept } from '@vestibule/contract/kiosks/kiosk.ts';
import { heartbeats } from '@vestibule/contract/kiosks/device-channel.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const Changed = z.strictObject({
  id: int,
  company_id: int,
});
export type Changed = z.infer<typeof Changed>;

/** A channel and its kiosk. Channels are written in batches, because all devices connect after a restart. */
export interface OfKiosk {
  companyId: number;
  kioskId: number;
  channelId: string;
}

const Attached = Changed.extend({
  was_online: bool,
  had_channel: bool,
});
type Attached = z.infer<typeof Attached>;

/**
 * Sets one channel per kiosk. `isBack`: only for kiosks without another channel. Returns the former state of the kiosks that still exist.
 */
export async function attach(db: Db, channels: readonly OfKiosk[], isBack = false): Promise<Attached[]> {
  const mayTake = isBack ? sql`k.channel_id is null` : sql`true`;
  const { rows } = await typedSql(Attached)`
    with before as (
      select k.company_id, k.id, k.is_online, k.channel_id, given.channel_id as given_id
      from ${given(channels)} join kiosk k on k.company_id = given.company_id and k.id = given.id
      join company c on c.id = k.company_id and c.deleted_at is null
      where k.token_hash is not null and ${mayTake} order by k.id for no key update of k
    ), attached as (
      update kiosk k set is_online = true, channel_id = before.given_id, last_seen_at = now(), offline_since = null
      from before where k.company_id = before.company_id and k.id = before.id
      returning k.id, k.company_id, before.is_online as was_online, before.channel_id is not null as had_channel
    ), coming as (
      select id, company_id, was_online, exists (
        select from kiosk_command c
        where c.company_id = attached.company_id and c.kiosk_id = attached.id and c.event = 'reboot'
          and c.acknowledged_at is not null and not exists (
            select from kiosk_event e
            where e.company_id = c.company_id and e.kiosk_id = c.kiosk_id and e.at >= c.sent_at and e.kind = 'restarted'
          ) and c.sent_at > now() - make_interval(days => ${kioskEventsKept.days})
      ) as has_restarted
      from attached
    ), ${noted(sql`
      select company_id, id, case when has_restarted then 'restarted' else 'online' end, null, now()
      from coming where has_restarted or not was_online`)}
    select * from attached`.execute(db);
  return rows;
}

export async function detach(db: Db, channels: readonly OfKiosk[]): Promise<Changed[]> {
  const { rows } = await typedSql(Changed)`
    with over as (${stillOf(channels)}), gone as (
      update kiosk k set is_online = false, channel_id = null, offline_since = now()
      from over where k.company_id = over.company_id and k.id = over.id
      returning k.id, k.company_id
    ), ${noted(sql`select company_id, id, 'offline', null, now() from gone`)}
    select * from gone`.execute(db);
  return rows;
}

export async function touch(db: Db, channels: readonly OfKiosk[]): Promise<string[]> {
  const { rows } = await typedSql({ channel_id: text })`
    with present as (${stillOf(channels)})
    update kiosk k set last_seen_at = now()
    from present where k.company_id = present.company_id and k.id = present.id
    returning k.channel_id`.execute(db);
  return rows.map((row) => row.channel_id);
}

function given(channels: readonly OfKiosk[]): RawBuilder<unknown> {
  const companyIds = channels.map(({ companyId }) => companyId);
  const kioskIds = channels.map(({ kioskId }) => kioskId);
  const channelIds = channels.map(({ channelId }) => channelId);
  return sql`unnest(${companyIds}::int[], ${kioskIds}::int[], ${channelIds}::uuid[]) as given (company_id, id, channel_id)`;
}

function noted(events: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`noted as (insert into kiosk_event (company_id, kiosk_id, kind, detail, at) ${events})`;
}

function stillOf(channels: readonly OfKiosk[]): RawBuilder<unknown> {
  return sql`
    select k.* from ${given(channels)}
    join kiosk k on k.company_id = given.company_id and k.id = given.id and k.channel_id = given.channel_id
    order by k.id for no key update of k`;
}

export async function loseSilent(db: Db): Promise<Changed[]> {
  const { rows } = await typedSql(Changed)`
    with silent as (
      select company_id, id from kiosk
      where is_online and last_seen_at < now() - make_interval(secs => ${heartbeats.lostAfterSeconds})
      for update skip locked
    ), gone as (
      update kiosk k set is_online = false, channel_id = null, offline_since = k.last_seen_at
      from silent where k.company_id = silent.company_id and k.id = silent.id
      returning k.id, k.company_id, k.offline_since
    ), ${noted(sql`select company_id, id, 'offline', null, offline_since from gone`)}
    select id, company_id from gone`.execute(db);
  return rows;
}

export type Heartbeat = Extract<FromDevice, { event: 'heartbeat' }>['payload'];

const HeartbeatRow = Changed.extend({ is_different: bool });

export async function keepHeartbeats(
  db: Db,
  heartbeats: readonly (OfKiosk & { reported: Heartbeat })[],
): Promise<Changed[]> {
  const each = <Value>(value: (reported: Heartbeat) => Value) =>
    heartbeats.map(({ reported }) => value(reported) ?? null);
  const { rows } = await typedSql(HeartbeatRow)`
    with before as (${stillOf(heartbeats)}), reported as (
      select * from unnest(
        ${heartbeats.map(({ kioskId }) => kioskId)}::int[], ${each(({ appVersion }) => appVersion)}::text[],
        ${each(({ androidVersion }) => androidVersion)}::text[], ${each(({ mac }) => mac)}::text[],
        ${each(({ ip }) => ip)}::text[], ${each(({ settingsVersion }) => settingsVersion)}::int[],
        ${each(({ queueLength }) => queueLength)}::int[]
      ) as reported (id, app_version, android_version, mac, ip, settings_version, queue_length)
    ), kept as (
      update kiosk k set
        last_seen_at = now(), app_version = reported.app_version, android_version = reported.android_version,
        mac = coalesce(reported.mac, k.mac), ip = reported.ip,
        applied_settings_version = reported.settings_version, queue_length = reported.queue_length
      from before b join reported using (id) where k.company_id = b.company_id and k.id = b.id
      returning k.id, k.company_id, k.app_version, k.applied_settings_version as version,
        b.app_version as former_app_version, b.applied_settings_version as former_version,
        (k.app_version, k.android_version, k.mac, k.ip, k.applied_settings_version) is distinct from
        (b.app_version, b.android_version, b.mac, b.ip, b.applied_settings_version) as is_different
    ), ${noted(sql`
      select company_id, id, 'updated', app_version, now() from kept where app_version <> former_app_version
      union all
      select company_id, id, 'settingsApplied', version::text, now() from kept
      where version > 0 and version is distinct from former_version`)}
    select id, company_id, is_different from kept`.execute(db);
  return rows.filter(({ is_different: isDifferent }) => isDifferent);
}

export const DeviceState = z.strictObject({
  id: int,
  channel_id: text.nullable(),
  has_token: bool,
  settings_version: int,
  applied_settings_version: int.nullable(),
});
export type DeviceState = z.infer<typeof DeviceState>;

export async function listStates(db: Db, kiosks: readonly Omit<OfKiosk, 'channelId'>[]): Promise<DeviceState[]> {
  const { rows } = await typedSql(DeviceState)`
    select k.id, k.channel_id, k.token_hash is not null as has_token, s.version as settings_version,
      k.applied_settings_version
    from unnest(${kiosks.map(({ companyId }) => companyId)}::int[], ${kiosks.map(({ kioskId }) => kioskId)}::int[])
      as given (company_id, id)
    join kiosk k on k.company_id = given.company_id and k.id = given.id
    join company c on c.id = k.company_id and c.deleted_at is null
    join kiosk_settings_in_force s on s.company_id = k.company_id and s.for_kiosk_id = k.id`.execute(db);
  return rows;
}

export const TakenCommand = z.strictObject({
  id: int,
  kiosk_id: int,
  event: z.enum(['reboot', 'upgrade']),
});
export type TakenCommand = z.infer<typeof TakenCommand>;

export async function takeCommands(db: Db, channels: readonly OfKiosk[]): Promise<TakenCommand[]> {
  const { rows } = await typedSql(TakenCommand)`
    update kiosk_command c set sent_at = now()
    from ${given(channels)}
    join kiosk k on k.company_id = given.company_id and k.id = given.id and k.channel_id = given.channel_id
    where k.company_id = c.company_id and k.id = c.kiosk_id and c.sent_at is null and c.expires_at > now()
    returning c.id, c.kiosk_id, c.event`.execute(db);
  return rows.toSorted((a, b) => a.id - b.id);
}

export async function acknowledge(
  db: Db,
  { companyId, kioskId }: OfKiosk,
  commandId: number,
  result: string | null,
): Promise<void> {
  await sql`
    update kiosk_command set acknowledged_at = now(), result = ${result}
    where company_id = ${companyId} and id = ${commandId} and kiosk_id = ${kioskId} and sent_at is not null and acknowledged_at is null`.execute(
    db,
  );
}

export async function notePrint(db: Db, { companyId, kioskId, channelId }: OfKiosk, what: PrintNote): Promise<void> {
  const kind = what === 'test' ? 'printerTested' : 'printedAgain';
  await sql`
    insert into kiosk_event (company_id, kiosk_id, kind)
    select company_id, id, ${kind} from kiosk
    where company_id = ${companyId} and id = ${kioskId} and channel_id = ${channelId}`.execute(db);
}
