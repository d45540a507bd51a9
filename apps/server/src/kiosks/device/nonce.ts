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
  const {
    userId: kioskId,
    companyIds: [companyId],
  } = actor;
  const isThis = sql`company_id = ${companyId} and kiosk_id = ${kioskId} and act = ${act} and nonce = ${nonce}`;
  return transaction(db, async (db) => {
    const { rows: claimed } = await sql`
      insert into kiosk_nonce (company_id, kiosk_id, act, nonce) values (${companyId}, ${kioskId}, ${act}, ${nonce})
      on conflict do nothing returning nonce`.execute(db);
    if (claimed.length > 0) {
      const outcome = await work(db);
      const { visitorId, visitId, notified, isDisclosed } = outcome;
      await sql`
        update kiosk_nonce set
          visitor_id = ${visitorId}, visit_id = ${visitId}, notified = ${notified}, is_disclosed = ${isDisclosed}
        where ${isThis}`.execute(db);
      return outcome;
    }
    const { rows } = await typedSql(Outcome)`
      select visitor_id as "visitorId", visit_id as "visitId", notified, is_disclosed as "isDisclosed" from kiosk_nonce
      where ${isThis}`.execute(db);
    return onlyRow(rows);
  });
}
