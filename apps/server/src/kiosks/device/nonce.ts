import { sql } from 'kysely';
import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { z } from 'zod';
import { type Db, onlyRow, transaction } from '../../platform/db/database.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

/** The result of an act, with ids only. A repeated reply reads names and badges from the visit. */
export const Outcome = z.strictObject({
  visitorId: int,
  visitId: int.nullable(),
  notified: z.array(text),
  /** Whether the reply may show full name and badge. A repeat with another body shows no more. */
  isDisclosed: bool,
});
export type Outcome = z.infer<typeof Outcome>;

/** Repeats wait and get the first answer. A refused act can be retried. */
export function doOnce(
  db: Db,
  actor: DeviceActor,
  { act, nonce }: { act: 'check_in' | 'check_out'; nonce: string },
  work: (db: Db) => Promise<Outcome>,
): Promise<Outcome> {
  return transaction(db, async (db) => {
    const { rows: claimed } = await sql`
      insert into kiosk_nonce (kiosk_id, act, nonce) values (${actor.userId}, ${act}, ${nonce})
      on conflict do nothing returning nonce`.execute(db);
    if (claimed.length > 0) {
      const outcome = await work(db);
      const { visitorId, visitId, notified, isDisclosed } = outcome;
      await sql`
        update kiosk_nonce set
          visitor_id = ${visitorId}, visit_id = ${visitId}, notified = ${notified}, is_disclosed = ${isDisclosed}
        where kiosk_id = ${actor.userId} and act = ${act} and nonce = ${nonce}`.execute(db);
      return outcome;
    }
    const { rows } = await typedSql(Outcome)`
      select visitor_id as "visitorId", visit_id as "visitId", notified, is_disclosed as "isDisclosed" from kiosk_nonce
      where kiosk_id = ${actor.userId} and act = ${act} and nonce = ${nonce}`.execute(db);
    return onlyRow(rows);
  });
}
