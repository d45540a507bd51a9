import { randomInt } from 'node:crypto';
import { enrollment } from '@vestibule/contract/kiosks/device.ts';
import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import type { z } from 'zod';
import { type Db, onlyRow, transaction } from '../../platform/db/database.ts';
import { bool, moment, typedSql } from '../../platform/db/typed-sql.ts';
import { countUse, type Limit, refuseOverLimit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/http/secret.ts';
import { readKiosk } from '../kiosk/kiosk.ts';
import {
  AnnouncedDevice,
  awaitConfirmation,
  isAwaitingConfirmation,
  lockKioskByCode,
} from '../kiosk/pending-device.ts';
import { deviceActor, giveToken } from '../kiosk/token.ts';

/** A large building can restart all devices several times. */
const announcements: Limit = { uses: 5_000, seconds: 3_600 };
/** New codes per network. More would guess codes of other kiosks. */
const ownCodes: Limit = { uses: 60, seconds: 3_600 };
const wrongCodes: Limit = { uses: 10, seconds: 3_600 };

/** Without the ambiguous 0, 1, I and O. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

interface Announcement {
  deviceSecret: string;
  hash?: string | undefined;
  mac?: string | null | undefined;
  appVersion: string;
  androidVersion?: string | null | undefined;
}

export async function announce(
  db: Db,
  { deviceSecret, hash, mac = null, androidVersion = null, appVersion }: Announcement,
  network: string,
): Promise<{ hash: string; expiresAt: string; interval: number }> {
  await countUse(db, `device announcements from ${network}`, announcements);
  const device = { secretHash: hashOf(deviceSecret), network, mac, appVersion, androidVersion };
  if (hash !== undefined) {
    if (!(await hasAnnounced(db, hash, device.secretHash))) {
      await countUse(db, `device codes from ${network}`, ownCodes);
    }
    const expiresAt = await announceAs(db, hash, device);
    if (expiresAt !== undefined) return { hash, expiresAt, interval: enrollment.intervalSeconds };
  }
  for (;;) {
    const code = Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('');
    const expiresAt = await announceAs(db, code, device);
    if (expiresAt !== undefined) return { hash: code, expiresAt, interval: enrollment.intervalSeconds };
  }
}

function announceAs(db: Db, hash: string, device: AnnouncedDevice): Promise<string | undefined> {
  return transaction(db, async (db) => {
    const kiosk = await lockKioskByCode(db, hash);
    if (!kiosk || kiosk.device_secret_hash?.equals(device.secretHash)) return keepAnnounced(db, hash, device);
    if (kiosk.device_secret_hash || kiosk.is_company_deleted) return undefined;
    return (await awaitConfirmation(db, kiosk, device)) ? expiryFromNow(db) : undefined;
  });
}

async function hasAnnounced(db: Db, hash: string, secretHash: Buffer): Promise<boolean> {
  return (await findAnnounced(db, hash, secretHash)) !== undefined || isAwaitingConfirmation(db, hash, secretHash);
}

/**
 * Returns the token of a device whose code was entered, and `pending` before that. A repeated request before the first use replaces the
 * token.
 * @throws {Refusal} `hashUnknown` for another device's or an expired code; `tooManyRequests`
 */
export async function fetchToken(
  db: Db,
  { hash, deviceSecret }: { hash: string; deviceSecret: string },
  network: string,
): Promise<{ pending: true } | { token: string; kiosk: Kiosk }> {
  const subject = `wrong device codes from ${network}`;
  await refuseOverLimit(db, subject, wrongCodes);
  const secretHash = hashOf(deviceSecret);
  const announced = await findAnnounced(db, hash, secretHash);
  const answer = await transaction(db, async (db) => {
    const kiosk = await lockKioskByCode(db, hash);
    if (!kiosk || kiosk.is_company_deleted) return announced?.isFresh ? pending : undefined;
    if (kiosk.device_secret_hash === null) {
      if (announced?.isFresh) await awaitConfirmation(db, kiosk, { ...announced, secretHash, network });
      return (await isAwaitingConfirmation(db, hash, secretHash)) ? pending : undefined;
    }
    if (!kiosk.device_secret_hash.equals(secretHash) || kiosk.token_is_used) return undefined;
    const token = await giveToken(db, kiosk);
    return { token, kiosk: await readKiosk(db, deviceActor(kiosk), kiosk.id) };
  });
  if (answer) return answer;
  // An expired code is no guess.
  if (!announced) await countUse(db, subject, wrongCodes);
  throw new Refusal('hashUnknown');
}

const pending = { pending: true } as const;

async function keepAnnounced(db: Db, hash: string, device: AnnouncedDevice): Promise<string | undefined> {
  const { rows } = await typedSql({ expires_at: moment })`
    insert into announced_device as a (hash, secret_hash, mac, app_version, android_version, expires_at)
    values (${hash}, ${device.secretHash}, ${device.mac}, ${device.appVersion}, ${device.androidVersion},
      now() + make_interval(mins => ${enrollment.minutes}))
    on conflict (hash) do update set
      secret_hash = excluded.secret_hash, mac = excluded.mac, app_version = excluded.app_version,
      android_version = excluded.android_version, expires_at = excluded.expires_at
      where a.secret_hash = excluded.secret_hash or a.expires_at < now()
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

async function expiryFromNow(db: Db): Promise<string> {
  const { rows } = await typedSql({ expires_at: moment })`
    select (now() + make_interval(mins => ${enrollment.minutes}))::timestamptz(3) as expires_at`.execute(db);
  return onlyRow(rows).expires_at;
}

const Announced = AnnouncedDevice.omit({ secretHash: true, network: true }).extend({ isFresh: bool });
type Announced = z.infer<typeof Announced>;

async function findAnnounced(db: Db, hash: string, secretHash: Buffer): Promise<Announced | undefined> {
  const { rows } = await typedSql(Announced)`
    select mac, app_version as "appVersion", android_version as "androidVersion", expires_at > now() as "isFresh"
    from announced_device where hash = ${hash} and secret_hash = ${secretHash}`.execute(db);
  return rows[0];
}
