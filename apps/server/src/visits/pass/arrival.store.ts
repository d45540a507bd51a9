import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bool, bytes, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';

const ShownPass = z.strictObject({
  guest_id: int,
  name: text,
  company_name: text.nullable(),
  phone: text.nullable(),
  tenant_id: int,
  tenant: text,
  employee_id: int.nullable(),
  host: text.nullable(),
  valid_from: moment,
  valid_until: moment,
});
export type ShownPass = z.infer<typeof ShownPass>;

const shownPass = sql`
  g.id as guest_id, g.name, g.company_name, g.phone, i.tenant_id, t.name as tenant, i.employee_id, e.name as host,
  pass_starts(i.starts_at)::timestamptz(3) as valid_from, pass_ends(i.ends_at, c.time_zone)::timestamptz(3) as valid_until`;

const ArrivingPass = ShownPass.extend({
  invitation_id: int,
  meeting_id: int,
  visitor_id: int.nullable(),
  created_visitor_id: int.nullable(),
  should_save_data: bool.nullable(),
  country: text,
  is_canceled: bool,
  is_dropped: bool,
  is_early: bool,
  is_late: bool,
  is_inside: bool,
  /** The open visit to which the guest is invited, and its visitor. */
  guest_visitor_id: int.nullable(),
  visit_id: int.nullable(),
  checked_in_at: moment.nullable(),
});
export type ArrivingPass = z.infer<typeof ArrivingPass>;

interface Moment {
  companyId: number;
  /** Now, if undefined. */
  at: Date | undefined;
  /** Prefers a date that was not canceled or declined. */
  prefersPlanned: boolean;
}

/**
 * A pass of the company with the date for which the guest comes at that time: one that the pass is valid for and that has not ended, else the
 * next, else the last. `visitor_id` is null if the visitor has another phone by now.
 */
export async function findArrivingPass(
  db: Db,
  hash: { secret: Buffer } | { code: Buffer },
  { companyId, at, prefersPlanned }: Moment,
): Promise<ArrivingPass | undefined> {
  const isMeant = 'secret' in hash ? sql`p.secret_hash = ${hash.secret}` : sql`p.code_hash = ${hash.code}`;
  const isDropped = (date: string, guest: string): RawBuilder<boolean> =>
    sql`coalesce(least(${sql.ref(`${date}.canceled_at`)}, ${sql.ref(`${guest}.declined_at`)}) <= moment.at, false)`;
  const { rows } = await typedSql(ArrivingPass)`
    select ${shownPass}, i.id as invitation_id, i.meeting_id, v.id as visitor_id, p.created_visitor_id, g.should_save_data,
      s.country_code as country, ${isDropped('i', 'ig')} as is_dropped, i.canceled_at is not null as is_canceled,
      pass_starts(i.starts_at) > moment.at as is_early, pass_ends(i.ends_at, c.time_zone) <= moment.at as is_late,
      exists (
        select from visit where company_id = g.company_id and visitor_id = g.visitor_id and checked_out_at is null
      ) as is_inside,
      o.visitor_id as guest_visitor_id, o.id as visit_id, o.checked_in_at
    from (select coalesce(${at ?? null}::timestamptz, now()) as at) moment
    join pass p on p.company_id = ${companyId} and ${isMeant}
    join guest g on g.company_id = p.company_id and g.id = p.guest_id
    join company c on c.id = g.company_id and c.deleted_at is null
    cross join lateral (
      select d.id
      from invitation_guest d join invitation di on di.company_id = d.company_id and di.id = d.invitation_id
      where d.company_id = g.company_id and d.guest_id = g.id
      order by
        (${prefersPlanned} and ${isDropped('di', 'd')}),
        (pass_starts(di.starts_at) <= moment.at and pass_ends(di.ends_at, c.time_zone) > moment.at) desc,
        di.ends_at > moment.at desc,
        pass_ends(di.ends_at, c.time_zone) > moment.at desc,
        case when pass_ends(di.ends_at, c.time_zone) > moment.at then di.starts_at end,
        di.starts_at desc
      limit 1
    ) date
    join invitation_guest ig on ig.company_id = g.company_id and ig.id = date.id
    join invitation i on i.company_id = g.company_id and i.id = ig.invitation_id
    join tenant t on t.company_id = i.company_id and t.id = i.tenant_id
    join tenant_settings_in_force s on s.company_id = i.company_id and s.for_tenant_id = i.tenant_id
    left join employee e on e.company_id = i.company_id and e.id = i.employee_id
    left join visit o on o.company_id = g.company_id and o.visitor_id = g.visitor_id and o.checked_out_at is null
      and o.invitation_id in (select invitation_id from invitation_guest where company_id = g.company_id and guest_id = g.id)
    left join visitor v on v.company_id = g.company_id and v.id = g.visitor_id and v.phone = g.phone`.execute(db);
  return rows[0];
}

const DayOfPasses = z.strictObject({ day: text, starts_at: moment, ends_at: moment });
export type DayOfPasses = z.infer<typeof DayOfPasses>;

export async function findDayOfPasses(db: Db, companyId: number): Promise<DayOfPasses | undefined> {
  const { rows } = await typedSql(DayOfPasses)`
    select (now() at time zone c.time_zone)::date::text as day, day.starts_at::timestamptz(3) as starts_at,
      day.ends_at::timestamptz(3) as ends_at
    from company c cross join building_day(c.id) day where c.id = ${companyId} and c.deleted_at is null`.execute(db);
  return rows[0];
}

/** Kiosks fetch a whole group if one of its passes changes. */
export const groupsOfPasses = 256;
const groupOf = (guestId: string) => sql`${sql.ref(guestId)} % ${sql.lit(groupsOfPasses)}`;

/**
 * The dates whose passes are valid on the day, one for each guest. Materialized, because without statistics PostgreSQL compares each date with
 * each guest. For that reason the joins name the company as a value.
 */
const datesOfDay = (companyId: number, { starts_at: startsAt, ends_at: endsAt }: DayOfPasses) => sql`
    with dated as materialized (
      select distinct on (ig.guest_id) ig.guest_id, i.tenant_id, i.employee_id, i.starts_at, i.ends_at
      from invitation i join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id and ig.declined_at is null
      where i.company_id = ${companyId} and i.canceled_at is null and i.ends_at >= ${startsAt}::timestamptz
        and i.starts_at >= ${startsAt}::timestamptz - interval '24 hours' and pass_starts(i.starts_at) < ${endsAt}::timestamptz
      order by ig.guest_id, i.starts_at
    )`;
const ofDates = (companyId: number) => sql`
    from dated i
    join guest g on g.company_id = ${companyId} and g.id = i.guest_id
    join company c on c.id = ${companyId}
    join pass p on p.company_id = ${companyId} and p.guest_id = i.guest_id
    join tenant t on t.company_id = ${companyId} and t.id = i.tenant_id
    left join employee e on e.company_id = ${companyId} and e.id = i.employee_id`;

const PassOfDay = ShownPass.extend({ secret: bytes, group: int });
export type PassOfDay = z.infer<typeof PassOfDay>;

/** The passes that are valid on the day. All groups if `groups` is null. */
export async function listPassesOfDay(
  db: Db,
  companyId: number,
  day: DayOfPasses,
  groups: readonly number[] | null,
): Promise<PassOfDay[]> {
  const { rows } = await typedSql(PassOfDay)`
    ${datesOfDay(companyId, day)}
    select ${shownPass}, p.secret, ${groupOf('i.guest_id')} as "group" ${ofDates(companyId)}
    where ${groups}::int[] is null or ${groupOf('i.guest_id')} = any(${groups})
    order by g.id`.execute(db);
  return rows;
}

/** A hash of each group that has passes. It changes with everything that a kiosk shows of them. */
export async function digestPassesOfDay(
  db: Db,
  companyId: number,
  day: DayOfPasses,
): Promise<{ group: number; digest: Buffer }[]> {
  const { rows } = await typedSql({ group: int, digest: bytes })`
    ${datesOfDay(companyId, day)}
    select ${groupOf('shown.guest_id')} as "group",
      sha256(convert_to(string_agg(to_json(shown)::text, E'\n' order by shown.guest_id), 'UTF8')) as digest
    from (select ${shownPass}, p.secret_hash ${ofDates(companyId)}) shown
    group by 1`.execute(db);
  return rows;
}

export async function findVisitorId(db: Db, companyId: number, phone: string): Promise<number | undefined> {
  const { rows } = await typedSql({ id: int })`
    select id from visitor where company_id = ${companyId} and phone = ${phone}`.execute(db);
  return rows[0]?.id;
}

/** Before the meeting, as the deletion of a tenant locks them. Returns whether the tenant exists. */
export async function lockTenant(db: Db, companyId: number, tenantId: number): Promise<boolean> {
  const { rows } = await sql`
    select from tenant where company_id = ${companyId} and id = ${tenantId} for key share`.execute(db);
  return rows.length > 0;
}

interface GuestLink {
  phone: string;
  visitorId: number;
  /** Whether this check-in created the visitor. */
  isCreated: boolean;
}

/** Makes the guest the visitor with the phone. Only a visitor that was created for the pass becomes expected later. */
export async function linkVisitor(
  db: Db,
  { guest_id: guestId, meeting_id: meetingId }: ArrivingPass,
  companyId: number,
  { phone, visitorId, isCreated }: GuestLink,
): Promise<boolean> {
  const { rows } = await typedSql({ id: int })`
    update guest g set phone = ${phone}, visitor_id = ${visitorId}, is_phone_unverified = ${!isCreated},
      is_phone_taken = false
    where g.company_id = ${companyId} and g.id = ${guestId} and not exists (
      select from guest other
      where other.company_id = ${companyId} and other.meeting_id = ${meetingId} and other.id <> ${guestId}
        and (other.phone = ${phone} or other.visitor_id = ${visitorId})
    ) returning g.id`.execute(db);
  if (isCreated) {
    await sql`
      update pass set created_visitor_id = ${visitorId}
      where company_id = ${companyId} and guest_id = ${guestId}`.execute(db);
  }
  return rows.length > 0;
}

export async function keepCompanyName(db: Db, companyId: number, guestId: number, companyName: string): Promise<void> {
  await sql`
    update guest set company_name = ${companyName}
    where company_id = ${companyId} and id = ${guestId} and company_name is null`.execute(db);
}
