import type { FromDevice } from '@vestibule/contract/device.ts';
import { heartbeats } from '@vestibule/contract/device.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface Changed {
  id: number;
  company_id: number;
}

/**
 * Makes a channel the one of its kiosk. `isBack`: only where the kiosk has no other by now. Answers the kiosk, whether it was
 * online already, and whether on a channel that is over now; undefined when it is none any more.
 */
export async function attach(
  db: Db,
  { kioskId, channelId }: { kioskId: number; channelId: string },
  isBack = false,
): Promise<(Changed & { was_online: boolean; had_channel: boolean }) | undefined> {
  const mayTake = isBack ? sql`k.channel_id is null` : sql`true`;
  const { rows } = await sql<Changed & { was_online: boolean; had_channel: boolean }>`
    with before as (
      select k.id, k.is_online, k.channel_id from kiosk k join company c on c.id = k.company_id and c.deleted_at is null
      where k.id = ${kioskId} and k.token_hash is not null and ${mayTake} for no key update of k
    )
    update kiosk k set is_online = true, channel_id = ${channelId}, last_seen_at = now(), offline_since = null
    from before where k.id = before.id
    returning k.id, k.company_id, before.is_online as was_online, before.channel_id is not null as had_channel`.execute(
    db,
  );
  return rows[0];
}

/** The kiosk of a channel that closed is offline from now, unless another channel has taken over. */
export async function detach(db: Db, channelId: string): Promise<Changed | undefined> {
  const { rows } = await sql<Changed>`
    update kiosk set is_online = false, channel_id = null, offline_since = now() where channel_id = ${channelId}
    returning id, company_id`.execute(db);
  return rows[0];
}

/** Notes a sign of life on these channels, and answers those that are still their kiosks'. */
export async function touch(db: Db, channelIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ channel_id: string }>`
    update kiosk set last_seen_at = now() where channel_id = any(${[...channelIds]}::uuid[])
    returning channel_id`.execute(db);
  return rows.map((row) => row.channel_id);
}

/** Kiosks that have been silent for too long are offline since they last spoke, whichever process they spoke to. */
export async function loseSilent(db: Db): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with silent as (
      select id from kiosk
      where is_online and last_seen_at < now() - make_interval(secs => ${heartbeats.lostAfterSeconds})
      for update skip locked
    )
    update kiosk k set is_online = false, channel_id = null, offline_since = k.last_seen_at
    from silent where k.id = silent.id
    returning k.id, k.company_id`.execute(db);
  return rows;
}

type Heartbeat = Extract<FromDevice, { event: 'heartbeat' }>['payload'];

/** Keeps what a device says of itself. Answers its kiosk where a manager would see the difference. */
export async function keepHeartbeat(db: Db, channelId: string, said: Heartbeat): Promise<Changed | undefined> {
  const { rows } = await sql<Changed & { is_different: boolean }>`
    with before as (select * from kiosk where channel_id = ${channelId} for no key update)
    update kiosk k set
      last_seen_at = now(), app_version = ${said.appVersion}, android_version = ${said.androidVersion ?? null},
      mac = coalesce(${said.mac ?? null}, k.mac), ip = ${said.ip ?? null},
      applied_settings_version = ${said.settingsVersion ?? null}, queue_length = ${said.queueLength ?? null}
    from before b where k.id = b.id
    returning k.id, k.company_id,
      (k.app_version, k.android_version, k.mac, k.ip, k.applied_settings_version) is distinct from
      (b.app_version, b.android_version, b.mac, b.ip, b.applied_settings_version) as is_different`.execute(db);
  return rows[0]?.is_different ? rows[0] : undefined;
}

export interface DeviceState {
  id: number;
  /** The channel that counts, and whether its device has a token still. */
  channel_id: string | null;
  has_token: boolean;
  settings_version: number;
  applied_settings_version: number | null;
}

/** How it stands with kiosks; those that are missing are none any more. */
export async function listStates(db: Db, kioskIds: readonly number[]): Promise<DeviceState[]> {
  const { rows } = await sql<DeviceState>`
    select k.id, k.channel_id, k.token_hash is not null as has_token, s.version as settings_version,
      k.applied_settings_version
    from kiosk k
    join company c on c.id = k.company_id and c.deleted_at is null
    join kiosk_settings_in_force s on s.for_kiosk_id = k.id
    where k.id = any(${[...kioskIds]}::int[])`.execute(db);
  return rows;
}

export interface TakenCommand {
  id: number;
  kiosk_id: number;
  event: 'reboot' | 'upgrade';
}

/** Takes the commands that wait for the devices on these channels, each once, and none that has expired. */
export async function takeCommands(db: Db, channelIds: readonly string[]): Promise<TakenCommand[]> {
  const { rows } = await sql<TakenCommand>`
    update kiosk_command c set sent_at = now()
    from kiosk k
    where k.id = c.kiosk_id and k.channel_id = any(${[...channelIds]}::uuid[])
      and c.sent_at is null and c.expires_at > now()
    returning c.id, c.kiosk_id, c.event`.execute(db);
  return rows.toSorted((a, b) => a.id - b.id);
}

export async function acknowledge(db: Db, kioskId: number, commandId: number, result: string | null): Promise<void> {
  await sql`
    update kiosk_command set acknowledged_at = now(), result = ${result}
    where id = ${commandId} and kiosk_id = ${kioskId} and sent_at is not null and acknowledged_at is null`.execute(db);
}
