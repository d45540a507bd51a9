import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endOwnKiosk } from '../kiosk/kiosk.ts';
import { readPasswordHash } from '../kiosk/kiosk-settings.ts';
import { verifyPassword } from '../../accounts/session/password.ts';

const wrongPasswords: Limit = { uses: 10, seconds: 3_600 };

export async function unlock(db: Db, actor: DeviceActor, password: string): Promise<null> {
  await provePassword(db, actor, password);
  return null;
}

/**
 * Deletes a kiosk from its own screen and frees its license. Refused without a settings password, because any visitor could do it.
 */
export async function deprovision(db: Db, actor: DeviceActor, password: string): Promise<null> {
  if ((await readPasswordHash(db, actor)) === null) throw new Refusal('passwordIncorrect');
  const proven = await provePassword(db, actor, password);
  return transaction(db, async (db) => {
    // The password may have changed after the comparison.
    if ((await readPasswordHash(db, actor)) !== proven) throw new Refusal('passwordIncorrect');
    return endOwnKiosk(db, actor);
  });
}

async function provePassword(db: Db, actor: DeviceActor, password: string): Promise<string | null> {
  const subject = `password of kiosk ${actor.userId}`;
  const hash = await readPasswordHash(db, actor);
  await countUse(db, subject, wrongPasswords);
  const isRight = hash === null ? password === '' : await verifyPassword(password, hash);
  if (!isRight) throw new Refusal('passwordIncorrect');
  await takeBackUse(db, subject);
  return hash;
}
