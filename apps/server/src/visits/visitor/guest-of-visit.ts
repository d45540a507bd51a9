import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Statement for a check-in that notes when its guests arrived. `opened` names the inserted visits. */
export function arrivalsOfGuests(opened: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update invitation_guest ig set arrived_at = coalesce(ig.arrived_at, o.checked_in_at)
    from ${opened} o join guest g on g.company_id = o.company_id and g.visitor_id = o.visitor_id
    where o.invitation_id is not null and ig.company_id = o.company_id and ig.invitation_id = o.invitation_id and ig.guest_id = g.id`;
}

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
