import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endOwnKiosk } from '../kiosk/kiosk.ts';
import { readPasswordHash } from '../kiosk/kiosk-settings.ts';
import { verifyPassword } from '../../accounts/session/password.ts';

/** Wrong passwords at one kiosk, whatever they were typed for. */
const wrongPasswords: Limit = { uses: 10, seconds: 3_600 };

/**
 * Holds when somebody at a kiosk knows the password of the settings in force, or typed none where there is none.
 * @throws {Refusal} `passwordIncorrect`; `tooManyRequests`
 */
export async function unlock(db: Db, actor: DeviceActor, password: string): Promise<null> {
  await provePassword(db, actor, password);
  return null;
}

/**
 * Deletes a kiosk from its own screen and frees its license. Without a settings password every visitor could do that, so it is refused
 * and only a manager in the console can. @throws {Refusal} as `unlock`
 */
export async function deprovision(db: Db, actor: DeviceActor, password: string): Promise<null> {
  if ((await readPasswordHash(db, actor)) === null) throw new Refusal('passwordIncorrect');
  const proven = await provePassword(db, actor, password);
  return transaction(db, async (db) => {
    // Another password may have been set after the comparison.
    if ((await readPasswordHash(db, actor)) !== proven) throw new Refusal('passwordIncorrect');
    return endOwnKiosk(db, actor);
  });
}

/** Returns the hash that the password was compared with. @throws {Refusal} as `unlock` */
async function provePassword(db: Db, actor: DeviceActor, password: string): Promise<string | null> {
  const subject = `password of kiosk ${actor.userId}`;
  const hash = await readPasswordHash(db, actor);
  // Counted before it is compared, so that many at once are not more than are allowed.
  await countUse(db, subject, wrongPasswords);
  const isRight = hash === null ? password === '' : await verifyPassword(password, hash);
  if (!isRight) throw new Refusal('passwordIncorrect');
  await takeBackUse(db, subject);
  return hash;
}
