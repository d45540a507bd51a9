import { randomInt } from 'node:crypto';
import { enrolment } from '@vestibule/contract/device.ts';
import type { Kiosk } from '@vestibule/contract/kiosk.ts';
import { audit } from '../audit/audit.ts';
import { type Db, transaction } from '../db/database.ts';
import { countUse, type Limit, refuseOverLimit } from '../http/limit.ts';
import { Refusal } from '../http/refusal.ts';
import { hashOf } from '../http/secret.ts';
import { publishKiosks, readKiosk } from '../kiosk/kiosk.ts';
import { bindDevice, findAnnounced, findWaitingKiosk, keepAnnounced, mayAnnounce } from './enrolment.store.ts';
import { deviceActor, giveToken } from './token.ts';

/** Announcements from one network: enough for a large building all of whose devices start anew, several times. */
const announcements: Limit = { uses: 5_000, seconds: 3_600 };
/** Unknown codes that devices of one network may propose: more would be guesses at the code of a kiosk that waits for its device. */
const ownCodes: Limit = { uses: 60, seconds: 3_600 };
/** Attempts from one network with a code that is not the device's own, or not any more. */
const wrongCodes: Limit = { uses: 10, seconds: 3_600 };

/** Without 0, 1, I and O, which are mistaken for each other. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

interface Announcement {
  deviceSecret: string;
  hash?: string | undefined;
  mac?: string | null | undefined;
  appVersion: string;
  androidVersion?: string | null | undefined;
}

/**
 * Gives a device a code to show for a quarter of an hour; its own one where nobody else has that. @throws {Refusal} `tooManyRequests`
 */
export async function announce(
  db: Db,
  { deviceSecret, hash, ...about }: Announcement,
  network: string,
): Promise<{ hash: string; expiresAt: string; interval: number }> {
  await countUse(db, `device announcements from ${network}`, announcements);
  const device = { ...about, secretHash: hashOf(deviceSecret) };
  if (hash !== undefined) {
    const isKnown = await findAnnounced(db, hash, device.secretHash);
    if (!isKnown) await countUse(db, `device codes from ${network}`, ownCodes);
    const expiresAt = await announceAs(db, hash, device);
    if (expiresAt !== undefined) return { hash, expiresAt, interval: enrolment.intervalSeconds };
  }
  for (;;) {
    const code = Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('');
    const expiresAt = await announceAs(db, code, device);
    if (expiresAt !== undefined) return { hash: code, expiresAt, interval: enrolment.intervalSeconds };
  }
}

function announceAs(db: Db, hash: string, device: Parameters<typeof keepAnnounced>[2]): Promise<string | undefined> {
  return transaction(db, async (db) =>
    (await mayAnnounce(db, hash, device.secretHash)) ? keepAnnounced(db, hash, device) : undefined,
  );
}

/**
 * The token of a device whose code somebody has typed; until then `pending`. The first device with the code becomes the kiosk. Asked
 * again before the token was used, as when the answer was lost, there is another one, and the former ends.
 * @throws {Refusal} `hashUnknown` for a code that is not this device's, or not any more; `tooManyRequests`
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
    const kiosk = await findWaitingKiosk(db, hash);
    if (!kiosk) return announced?.is_fresh ? ({ pending: true } as const) : undefined;
    if (kiosk.device_secret_hash === null) {
      if (!announced?.is_fresh) return undefined;
      await bindDevice(db, kiosk.id, hash, secretHash);
      await recordEnrolment(db, kiosk);
    } else if (!kiosk.device_secret_hash.equals(secretHash) || kiosk.token_is_used) return undefined;
    const token = await giveToken(db, kiosk.id);
    return { token, kiosk: await readKiosk(db, deviceActor(kiosk), kiosk.id) };
  });
  if (answer) return answer;
  // A code that only took too long is no guess.
  if (!announced) await countUse(db, subject, wrongCodes);
  throw new Refusal('hashUnknown');
}

async function recordEnrolment(db: Db, kiosk: { id: number; company_id: number }): Promise<void> {
  const act = { action: 'kiosk.enrolled', subject: 'kiosk' } as const;
  await audit(db, deviceActor(kiosk), { ...act, companyId: kiosk.company_id, subjectId: kiosk.id });
  await publishKiosks(db, 'kiosk_data_change', [kiosk]);
}
