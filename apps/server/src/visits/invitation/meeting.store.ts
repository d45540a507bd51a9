import type { Repeat } from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { Period } from './dates.ts';

export interface MeetingContent {
  employeeId: number | null;
  title: string | null;
  note: string | null;
  language: string;
}

interface NewMeeting extends MeetingContent {
  createdBy: 'host' | 'staff';
  companyId: number;
  tenantId: number;
  isLanguageChosen: boolean;
  notifyGuests: boolean;
  repeat: Repeat | null;
  dates: readonly Period[];
}

/** Returns the ids of the dates, in their order. */
export async function insertMeeting(
  db: Db,
  { createdBy, companyId, tenantId, notifyGuests, repeat, dates, ...content }: NewMeeting,
): Promise<{ meetingId: number; ids: number[] }> {
  const { employeeId, title, note, language, isLanguageChosen } = content;
  const { rows } = await typedSql({ id: int, meeting_id: int })`
    with made as (
      insert into meeting (company_id, tenant_id, notify_guests, repeat, created_by)
      values (${companyId}, ${tenantId}, ${notifyGuests}, ${repeat === null ? null : JSON.stringify(repeat)}::jsonb, ${createdBy})
      returning id
    )
    insert into invitation (company_id, meeting_id, tenant_id, employee_id, title, note, language, is_language_chosen, starts_at, ends_at)
    select ${companyId}::int, made.id, ${tenantId}::int, ${employeeId}::int, ${title}, ${note}, ${language}, ${isLanguageChosen}::boolean,
      starts_at, ends_at
    from made, unnest(${dates.map(({ startsAt }) => startsAt)}::timestamptz[], ${dates.map(({ endsAt }) => endsAt)}::timestamptz[])
      with ordinality as dates (starts_at, ends_at, place)
    order by place returning id, meeting_id`.execute(db);
  return { meetingId: onlyRow(rows).meeting_id, ids: rows.map(({ id }) => id).toSorted((a, b) => a - b) };
}

/** Dates with the content of the date `like`. Returns the ids in the order of the dates. */
export async function insertDates(
  db: Db,
  companyId: number,
  like: number,
  dates: readonly Period[],
): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    insert into invitation (company_id, meeting_id, tenant_id, employee_id, title, note, language, is_language_chosen, starts_at, ends_at)
    select i.company_id, i.meeting_id, i.tenant_id, i.employee_id, i.title, i.note, i.language, i.is_language_chosen, d.starts_at, d.ends_at
    from invitation i, unnest(${dates.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${dates.map(({ endsAt }) => endsAt)}::timestamptz[]) with ordinality as d (starts_at, ends_at, place)
    where i.company_id = ${companyId} and i.id = ${like} order by d.place returning id`.execute(db);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

export async function deleteDates(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from invitation where company_id = ${companyId} and id = any(${[...ids]}::int[])`.execute(db);
}

export async function setRule(db: Db, companyId: number, meetingId: number, repeat: Repeat): Promise<void> {
  await sql`
    update meeting set repeat = ${JSON.stringify(repeat)}::jsonb
    where company_id = ${companyId} and id = ${meetingId}`.execute(db);
}

const DateRow = z.strictObject({
  id: int,
  starts_at: moment,
  ends_at: moment,
  is_open: bool,
  has_host_left: bool,
  employee_id: int.nullable(),
  stand_in_id: int.nullable(),
});

export interface MeetingDate extends Period {
  id: number;
  employeeId: number | null;
  /** The colleague who receives the guests of this date. */
  standInId: number | null;
  /** Planned, and not over. */
  isOpen: boolean;
  /** The host was removed, and no one has chosen another. */
  hasHostLeft: boolean;
}

/** Locks the meeting, so that changes of its dates and guests follow each other. */
export async function lockMeeting(db: Db, companyId: number, meetingId: number): Promise<MeetingDate[]> {
  await sql`select from meeting where company_id = ${companyId} and id = ${meetingId} for update`.execute(db);
  const { rows } = await typedSql(DateRow)`
    select id, starts_at, ends_at, canceled_at is null and ends_at > now() as is_open,
      host_left_at is not null as has_host_left, employee_id,
      stand_in_of_meeting(company_id, employee_id, starts_at, ends_at) as stand_in_id
    from invitation where company_id = ${companyId} and meeting_id = ${meetingId} order by starts_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    startsAt: new Date(row.starts_at),
    endsAt: new Date(row.ends_at),
    employeeId: row.employee_id,
    standInId: row.stand_in_id,
    isOpen: row.is_open,
    hasHostLeft: row.has_host_left,
  }));
}

export async function updateDates(
  db: Db,
  companyId: number,
  dates: readonly (Period & { id: number })[],
  changed: Partial<MeetingContent>,
): Promise<void> {
  const kept = (name: keyof MeetingContent, column: string) =>
    changed[name] === undefined ? sql.ref(`i.${column}`) : sql`${changed[name]}`;
  await forgetReminders(db, companyId, dates);
  if (changed.language !== undefined) {
    await followLanguage(
      db,
      companyId,
      dates.map(({ id }) => id),
      changed.language,
    );
  }
  await sql`
    update invitation i set starts_at = d.starts_at, ends_at = d.ends_at, employee_id = ${kept('employeeId', 'employee_id')},
      host_left_at = case when ${changed.employeeId === undefined} then i.host_left_at end,
      title = ${kept('title', 'title')}, note = ${kept('note', 'note')}, language = ${kept('language', 'language')},
      is_language_chosen = i.is_language_chosen or ${changed.language !== undefined}
    from unnest(${dates.map(({ id }) => id)}::int[], ${dates.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${dates.map(({ endsAt }) => endsAt)}::timestamptz[]) as d (id, starts_at, ends_at)
    where i.company_id = ${companyId} and i.id = d.id`.execute(db);
}

/** A date that moves to another day has a new day before it. */
async function forgetReminders(db: Db, companyId: number, dates: readonly (Period & { id: number })[]): Promise<void> {
  await sql`
    update invitation_guest ig set reminded_at = null
    from invitation i join company c on c.id = i.company_id, unnest(${dates.map(({ id }) => id)}::int[],
      ${dates.map(({ startsAt }) => startsAt)}::timestamptz[]) as d (id, starts_at)
    where i.company_id = ${companyId} and i.id = d.id and ig.company_id = i.company_id and ig.invitation_id = i.id
      and ig.reminded_at is not null
      and (i.starts_at at time zone c.time_zone)::date <> (d.starts_at at time zone c.time_zone)::date`.execute(db);
}

/** Guests who have the language of the invitation get the chosen one. Others have a language of their own. */
async function followLanguage(
  db: Db,
  companyId: number,
  invitationIds: readonly number[],
  language: string,
): Promise<void> {
  await sql`
    update guest g set language = ${language}, is_language_chosen = true
    where g.company_id = ${companyId} and (g.language <> ${language} or not g.is_language_chosen) and exists (
      select from invitation_guest ig join invitation i on i.company_id = ig.company_id and i.id = ig.invitation_id
      where ig.company_id = g.company_id and ig.guest_id = g.id and i.id = any(${[...invitationIds]}::int[])
        and i.language = g.language
    )`.execute(db);
}

export async function cancelDates(
  db: Db,
  companyId: number,
  ids: readonly number[],
  by: 'host' | 'staff',
): Promise<void> {
  await sql`
    update invitation set canceled_at = now(), canceled_by = ${by}
    where company_id = ${companyId} and id = any(${[...ids]}::int[]) and canceled_at is null`.execute(db);
}

export async function noteChange(db: Db, companyId: number, meetingId: number, notifyGuests?: boolean): Promise<void> {
  await sql`
    update meeting set sequence = sequence + 1, notify_guests = coalesce(${notifyGuests ?? null}::boolean, notify_guests)
    where company_id = ${companyId} and id = ${meetingId}`.execute(db);
}

/** As `noteChange`, for all meetings with one of these dates. */
export async function noteChangeOf(db: Db, companyId: number, invitationIds: readonly number[]): Promise<void> {
  await sql`
    update meeting set sequence = sequence + 1 where company_id = ${companyId} and id in (
      select meeting_id from invitation where company_id = ${companyId} and id = any(${[...invitationIds]}::int[]))`.execute(
    db,
  );
}

export interface HostOfTenant {
  companyId: number;
  tenantId: number;
  employeeId: number;
}

const HostRow = z.strictObject({ id: int, name: text });

/** Locks the employee, so that the limit of open invitations also holds for two at once. */
export async function lockHost(
  db: Db,
  { companyId, tenantId, employeeId }: HostOfTenant,
): Promise<z.infer<typeof HostRow> | undefined> {
  const { rows } = await typedSql(HostRow)`
    select id, name from employee
    where company_id = ${companyId} and tenant_id = ${tenantId} and id = ${employeeId} for no key update`.execute(db);
  return rows[0];
}

/** Counts a series once. */
export async function countOpen(
  db: Db,
  { companyId, tenantId, employeeId }: HostOfTenant,
  except: number | null,
): Promise<number> {
  const { rows } = await typedSql({ open: int })`
    select count(distinct meeting_id) as open from invitation
    where company_id = ${companyId} and tenant_id = ${tenantId} and employee_id = ${employeeId} and ends_at > now() and canceled_at is null
      and meeting_id is distinct from ${except}::int`.execute(db);
  return onlyRow(rows).open;
}
