import type { DeviceActor } from '@vestibule/contract/access.ts';
import type { Db } from '../db/database.ts';
import { countUse, type Limit, takeBackUse } from '../http/limit.ts';
import { Refusal } from '../http/refusal.ts';
import { endOwnKiosk } from '../kiosk/kiosk.ts';
import { isSettingsPassword } from '../kiosk/kiosk-settings.ts';

/** Wrong passwords at one kiosk. */
const wrongPasswords: Limit = { uses: 10, seconds: 3_600 };

/**
 * Ends a kiosk at its own screen: it is deleted, and its licence is free.
 * @throws {Refusal} `passwordIncorrect` unless it is the password of the settings in force, or empty where there is none; `tooManyRequests`
 */
export async function deprovision(db: Db, actor: DeviceActor, password: string): Promise<null> {
  const subject = `password of kiosk ${actor.userId}`;
  // Counted before it is looked at, so that many at once are not more than are allowed.
  await countUse(db, subject, wrongPasswords);
  if (!(await isSettingsPassword(db, actor, password))) throw new Refusal('passwordIncorrect');
  await takeBackUse(db, subject);
  return endOwnKiosk(db, actor);
}
