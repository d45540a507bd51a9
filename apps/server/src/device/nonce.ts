import { sql } from 'kysely';
import type { DeviceActor } from '@vestibule/contract/access.ts';
import { type Db, onlyRow, transaction } from '../db/database.ts';

/** What became of an act, by ids alone: names and badges are made anew from what is kept of the visitor. */
export interface Outcome {
  visitorId: number;
  visitId: number | null;
  notified: string[];
}

/**
 * Does an act of a device once, however often it is sent: a repeat answers what the first one did. One that comes while the first
 * still runs waits for it. A refused act was not done, and may be tried again.
 */
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
      await sql`
        update kiosk_nonce set visitor_id = ${outcome.visitorId}, visit_id = ${outcome.visitId}, notified = ${outcome.notified}
        where kiosk_id = ${actor.userId} and act = ${act} and nonce = ${nonce}`.execute(db);
      return outcome;
    }
    const { rows } = await sql<Outcome>`
      select visitor_id as "visitorId", visit_id as "visitId", notified from kiosk_nonce
      where kiosk_id = ${actor.userId} and act = ${act} and nonce = ${nonce}`.execute(db);
    return onlyRow(rows);
  });
}
