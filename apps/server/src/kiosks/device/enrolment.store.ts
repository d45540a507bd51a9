import { enrolment } from '@vestibule/contract/kiosks/device.ts';
import type { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { AnnouncedDevice } from '../kiosk/pending-device.ts';
import { bool, moment, typedSql } from '../../platform/db/typed-sql.ts';

/** Keeps that a device shows a code. Returns until when, or undefined if another device shows it. */
export async function keepAnnounced(db: Db, hash: string, device: AnnouncedDevice): Promise<string | undefined> {
  const { rows } = await typedSql({ expires_at: moment })`
    insert into announced_device as a (hash, secret_hash, mac, app_version, android_version, expires_at)
    values (${hash}, ${device.secretHash}, ${device.mac}, ${device.appVersion}, ${device.androidVersion},
      now() + make_interval(mins => ${enrolment.minutes}))
    on conflict (hash) do update set
      secret_hash = excluded.secret_hash, mac = excluded.mac, app_version = excluded.app_version,
      android_version = excluded.android_version, expires_at = excluded.expires_at
      where a.secret_hash = excluded.secret_hash or a.expires_at < now()
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

/** Returns when a code expires that a device begins to show now. */
export async function expiryFromNow(db: Db): Promise<string> {
  const { rows } = await typedSql({ expires_at: moment })`
    select (now() + make_interval(mins => ${enrolment.minutes}))::timestamptz(3) as expires_at`.execute(db);
  return onlyRow(rows).expires_at;
}

const Announced = AnnouncedDevice.omit({ secretHash: true, network: true }).extend({ isFresh: bool });
type Announced = z.infer<typeof Announced>;

/** Finds a device that shows this code, or did so recently. */
export async function findAnnounced(db: Db, hash: string, secretHash: Buffer): Promise<Announced | undefined> {
  const { rows } = await typedSql(Announced)`
    select mac, app_version as "appVersion", android_version as "androidVersion", expires_at > now() as "isFresh"
    from announced_device where hash = ${hash} and secret_hash = ${secretHash}`.execute(db);
  return rows[0];
}
