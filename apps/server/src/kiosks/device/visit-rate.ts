import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Check-ins that a kiosk makes at most in a window that slides. */
const mostCheckIns = 120;
const windowSeconds = 600;
/** Any constant: of the advisory locks those that let one check-in of a kiosk be counted at a time. */
const checkInLock = 7_130_013;

/**
 * Refuses a check-in when its kiosk has made 120 in the last 10 minutes. The transaction has written the nonce of this check-in already, so
 * a repeated one is not counted again.
 * @throws {Refusal} `tooManyRequests`, with the seconds until the oldest of them leaves the window
 */
export async function refuseTooManyCheckIns(db: Db, { userId: kioskId }: DeviceActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${checkInLock}::int, ${kioskId}::int)`.execute(db);
  // A statement of its own sees what the transaction that held the lock has written.
  const { rows } = await typedSql({ seconds_left: int })`
    select ceil(extract(epoch from created_at + make_interval(secs => ${windowSeconds}) - now()))::int as seconds_left
    from kiosk_nonce
    where kiosk_id = ${kioskId} and act = 'check_in' and created_at > now() - make_interval(secs => ${windowSeconds})
    order by created_at desc offset ${mostCheckIns} limit 1`.execute(db);
  const [oldest] = rows;
  if (oldest) throw new Refusal('tooManyRequests', { secondsLeft: Math.max(1, oldest.seconds_left) });
}
