import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { forgetDatesOfGuests } from '../visitor/guest-of-visit.ts';

export interface NewGuest {
  name: string;
  companyName: string | null;
  email: string | null;
  phone: string | null;
  language: Language;
  isLanguageChosen: boolean;
  visitorId: number | null;
}

export async function insertGuests(
  db: Db,
  companyId: number,
  meetingId: number,
  guests: readonly NewGuest[],
): Promise<number[]> {
  const column = <Name extends keyof NewGuest>(name: Name) => guests.map((guest) => guest[name]);
  const { rows } = await typedSql({ id: int })`
    insert into guest (company_id, meeting_id, name, company_name, email, phone, language, is_language_chosen, visitor_id)
    select ${companyId}::int, ${meetingId}::int, name, company_name, email, phone, language, is_language_chosen, visitor_id
    from unnest(${column('name')}::text[], ${column('companyName')}::text[], ${column('email')}::text[], ${column('phone')}::text[],
      ${column('language')}::text[], ${column('isLanguageChosen')}::boolean[], ${column('visitorId')}::int[])
      with ordinality as given (name, company_name, email, phone, language, is_language_chosen, visitor_id, place)
    order by place returning id`.execute(db);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Returns the guests whose address is another one now. */
export async function updateGuests(
  db: Db,
  companyId: number,
  guests: readonly (NewGuest & { id: number })[],
): Promise<number[]> {
  const column = <Name extends keyof NewGuest | 'id'>(name: Name) => guests.map((guest) => guest[name]);
  // Two guests may exchange their phones, and so their visitors.
  await sql`update guest set visitor_id = null where company_id = ${companyId} and id = any(${column('id')}::int[])`.execute(
    db,
  );
  const { rows } = await typedSql({ id: int, is_moved: bool })`
    update guest g set name = given.name, company_name = given.company_name, email = given.email, phone = given.phone,
      language = given.language, is_language_chosen = given.is_language_chosen, visitor_id = given.visitor_id, is_phone_taken = false
    from guest before, unnest(${column('id')}::int[], ${column('name')}::text[], ${column('companyName')}::text[],
      ${column('email')}::text[], ${column('phone')}::text[], ${column('language')}::text[], ${column('isLanguageChosen')}::boolean[],
      ${column('visitorId')}::int[])
      as given (id, name, company_name, email, phone, language, is_language_chosen, visitor_id)
    where g.company_id = ${companyId} and g.id = given.id and before.company_id = g.company_id and before.id = g.id
    returning g.id, coalesce(before.email, before.phone) is distinct from coalesce(g.email, g.phone) as is_moved`.execute(
    db,
  );
  return rows.filter(({ is_moved: isMoved }) => isMoved).map(({ id }) => id);
}

export async function declineDate(db: Db, companyId: number, invitedGuestId: number): Promise<void> {
  await sql`
    update invitation_guest set declined_at = now(), confirmed_at = null
    where company_id = ${companyId} and id = ${invitedGuestId} and arrived_at is null`.execute(db);
}

export async function linkGuests(
  db: Db,
  companyId: number,
  invitationIds: readonly number[],
  guestIds: readonly number[],
): Promise<void> {
  await sql`
    insert into invitation_guest (company_id, invitation_id, guest_id)
    select ${companyId}::int, invitation_id, guest_id
    from unnest(${[...invitationIds]}::int[]) with ordinality as i (invitation_id, date),
      unnest(${[...guestIds]}::int[]) with ordinality as g (guest_id, place)
    order by date, place`.execute(db);
}

/** Links the guests of the date `like`, without those who declined all of the dates `among`. Returns the linked guests. */
export async function linkLike(
  db: Db,
  companyId: number,
  { invitationIds, like, among }: { invitationIds: readonly number[]; like: number; among: readonly number[] },
): Promise<number[]> {
  const { rows } = await typedSql({ guest_id: int })`
    insert into invitation_guest (company_id, invitation_id, guest_id)
    select ${companyId}::int, i.id, ig.guest_id
    from unnest(${[...invitationIds]}::int[]) with ordinality as i (id, place), invitation_guest ig
    where ig.company_id = ${companyId} and ig.invitation_id = ${like} and exists (
      select from invitation_guest o
      where o.company_id = ${companyId} and o.guest_id = ig.guest_id and o.invitation_id = any(${[...among]}::int[])
        and o.declined_at is null)
    order by i.place, ig.id
    returning guest_id`.execute(db);
  return rows.map((row) => row.guest_id);
}

const MemberRow = z.strictObject({
  id: int,
  guest_id: int,
  invitation_id: int,
  visitor_id: int.nullable(),
  phone: text.nullable(),
  language: z.enum(languages),
  is_language_chosen: bool,
  has_address: bool,
  is_inside: bool,
  has_arrived: bool,
});
export type Member = z.infer<typeof MemberRow>;

/** Guests of all dates of a meeting. */
export async function listMembers(db: Db, companyId: number, meetingId: number): Promise<Member[]> {
  const { rows } = await typedSql(MemberRow)`
    select ig.id, g.id as guest_id, ig.invitation_id, g.visitor_id, g.phone, g.language, g.is_language_chosen,
      coalesce(g.email, g.phone) is not null as has_address,
      exists (select from visit o where o.company_id = g.company_id and o.visitor_id = g.visitor_id and o.checked_out_at is null
        and o.company_id = ig.company_id and o.invitation_id = ig.invitation_id) as is_inside, ig.arrived_at is not null as has_arrived
    from guest g join invitation_guest ig on ig.company_id = g.company_id and ig.guest_id = g.id
    where g.company_id = ${companyId} and g.meeting_id = ${meetingId} order by ig.id`.execute(db);
  return rows;
}

/** Removes a guest from dates. A guest who has no date left is deleted. */
export async function unlinkGuest(
  db: Db,
  companyId: number,
  guestId: number,
  invitationIds: readonly number[],
): Promise<void> {
  const dates = sql`
    select id from invitation_guest
    where company_id = ${companyId} and guest_id = ${guestId} and invitation_id = any(${[...invitationIds]}::int[])`;
  await forgetDatesOfGuests(db, companyId, dates);
}

/** Removes all guests from dates. Guests who have no date left are deleted. */
export async function unlinkDates(db: Db, companyId: number, invitationIds: readonly number[]): Promise<void> {
  const dates = sql`
    select id from invitation_guest where company_id = ${companyId} and invitation_id = any(${[...invitationIds]}::int[])`;
  await forgetDatesOfGuests(db, companyId, dates);
}

/** Deletes title and note of those dates that have no guest left. */
export async function forgetTitles(db: Db, companyId: number, invitationIds: readonly number[]): Promise<void> {
  await sql`select forget_titles(${companyId}, ${[...invitationIds]}::int[])`.execute(db);
}
