import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { forgetDatesOfGuests, removeVisits } from '../visitor/guest-of-visit.ts';
import type { PassRow } from './pass.store.ts';

/** Visits of the guest on the dates of the meeting, also after the visitor was deleted. */
const isOwn = (row: PassRow) => sql`o.company_id = ${row.company_id} and o.invitation_id in (
    select invitation_id from invitation_guest where company_id = ${row.company_id} and guest_id = ${row.guest_id})
  and (o.visitor_id = ${row.visitor_id} or (o.visitor_id is null and o.phone = ${row.phone}))`;

export async function lockVisits(db: Db, row: PassRow): Promise<void> {
  await sql`select from visit o where ${isOwn(row)} order by o.id for update`.execute(db);
}

export async function listDates(db: Db, row: PassRow): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select invitation_id as id from invitation_guest where company_id = ${row.company_id} and guest_id = ${row.guest_id}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the guest with the visits, messages and the pass. */
export async function deleteGuest(db: Db, row: PassRow): Promise<void> {
  await removeVisits(db, row.company_id, sql`select o.id from visit o where ${isOwn(row)}`);
  await forgetDates(db, row, await listDates(db, row));
}

/** Deletes everything but the open visit, with which the rest is deleted at check-out. */
export async function deleteAtCheckOut(db: Db, row: PassRow): Promise<void> {
  // Deleting a visit of this date would delete the guest, so these are no visits of the date first.
  const { rows } = await typedSql({ id: int })`
    select o.id from visit o where ${isOwn(row)} and o.checked_out_at is not null order by o.id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`update visit set invitation_id = null where company_id = ${row.company_id} and id = any(${ids}::int[])`.execute(
    db,
  );
  await removeVisits(db, row.company_id, sql`select unnest(${ids}::int[])`);
  const others = (await listDates(db, row)).filter((id) => id !== row.invitation_id);
  await forgetDates(db, row, others);
  await sql`update visit set opt_out = coalesce(opt_out, 'visit') where company_id = ${row.company_id} and id = ${row.visit_id}`.execute(
    db,
  );
}

async function forgetDates(db: Db, row: PassRow, invitationIds: readonly number[]): Promise<void> {
  const dates = sql`
    select id from invitation_guest
    where company_id = ${row.company_id} and guest_id = ${row.guest_id} and invitation_id = any(${[...invitationIds]}::int[])`;
  await forgetDatesOfGuests(db, row.company_id, dates);
  await sql`select forget_titles(${row.company_id}, ${[...invitationIds]}::int[])`.execute(db);
}

/** The visitor whom the pass created is not remembered any more. */
export async function forgetCreatedVisitor(db: Db, companyId: number, visitorId: number): Promise<void> {
  await sql`
    update visitor set should_save_data = false, saved_until = null, expected_should_save_data = null
    where company_id = ${companyId} and id = ${visitorId}`.execute(db);
}
