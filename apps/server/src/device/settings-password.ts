import type { DeviceActor } from '@vestibule/contract/access.ts';
import type { Db } from '../db/database.ts';
import { countUse, type Limit, takeBackUse } from '../http/limit.ts';
import { Refusal } from '../http/refusal.ts';
import { endOwnKiosk } from '../kiosk/kiosk.ts';
import { hasSettingsPassword, isSettingsPassword } from '../kiosk/kiosk-settings.ts';

/** Wrong passwords at one kiosk, whatever they were typed for. */
const wrongPasswords: Limit = { uses: 10, seconds: 3_600 };

/**
 * Holds when somebody at a kiosk knows the password of the settings in force, or typed none where there is none.
 * @throws {Refusal} `passwordIncorrect`; `tooManyRequests`
 */
export async function unlock(db: Db, actor: DeviceActor, password: string): Promise<null> {
  const subject = `password of kiosk ${actor.userId}`;
  // Counted before it is looked at, so that many at once are not more than are allowed.
  await countUse(db, subject, wrongPasswords);
  if (!(await isSettingsPassword(db, actor, password))) throw new Refusal('passwordIncorrect');
  await takeBackUse(db, subject);
  return null;
}

/**
 * Deletes a kiosk from its own screen and frees its license. Without a settings password every visitor could do that, so it is refused
 * and only a manager in the console can. @throws {Refusal} as `unlock`
 */
export async function deprovision(db: Db, actor: DeviceActor, password: string): Promise<null> {
  if (!(await hasSettingsPassword(db, actor))) throw new Refusal('passwordIncorrect');
  await unlock(db, actor, password);
  return endOwnKiosk(db, actor);
}
