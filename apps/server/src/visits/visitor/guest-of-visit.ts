import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Condition that is true for each inserted visit `o`, and notes when its guest arrived. */
export const notesArrival = sql`(
  o.invitation_id is null or note_arrival(o.company_id, o.invitation_id, o.visitor_id, o.checked_in_at))`;

/**
 * Rows (`visit_id`, `visitor_id`, `ended_at`) of visits that this deletes. Each deletion uses it: statistics count removed visits, and guests
 * are deleted with their visits. `ids`: an array.
 */
export function removedVisits(companyId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`remove_visits(${companyId}, ${ids})`;
}

/** Deletes visits as {@link removedVisits}. `which`: a query of ids. Returns how many. */
export async function removeVisits(db: Db, companyId: number, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`select visit_id from ${removedVisits(companyId, sql`array(${which})`)}`.execute(db);
  return rows.length;
}

/** Deletes guests of dates. `which`: a query of `invitation_guest.id`. Stored replies about them follow, and guests who have no date left. */
export async function forgetDatesOfGuests(db: Db, companyId: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`select forget_dates_of_guests(${companyId}, array(${which}))`.execute(db);
}

/** For guests whom a foreign key deletes with their meetings. `which`: a query of `invitation_guest.id`. */
export async function forgetRepliesAboutGuests(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`select forget_replies_about_guests(array(${which}))`.execute(db);
}
