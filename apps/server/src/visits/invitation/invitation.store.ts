import type { Agent } from '@vestibule/contract/platform/access.ts';
import { guestKinds, messageProblems } from '@vestibule/contract/platform/message-words.ts';
import { languages, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type Guest, type GuestState, guestStates, passStates } from '@vestibule/contract/visits/guest.ts';
import { type Invitation, type InvitationQuery, Repeat } from '@vestibule/contract/visits/invitation.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { inHostScope, inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import { momentKey, readCursor, searchPatterns } from '../../platform/http/list.ts';
import { hasHostLeft } from '../visitor/attention.sql.ts';

const GuestRow = z.strictObject({
  id: int,
  guestId: int,
  name: text,
  companyName: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  language: z.enum(languages),
  visitorId: int.nullable(),
  state: z.enum(guestStates),
  passState: z.enum(passStates).nullable(),
  passProblem: z.enum(messageProblems).nullable(),
  held: z.strictObject({ messageId: int, sendsAt: text.nullable() }).nullable(),
});

export const InvitationRow = z.strictObject({
  id: int,
  meeting_id: int,
  company_id: int,
  tenant_id: int,
  tenant_name: text,
  employee_id: int.nullable(),
  employee_name: text.nullable(),
  title: text.nullable(),
  note: text.nullable(),
  language: z.enum(languages),
  is_language_chosen: bool,
  starts_at: moment,
  ends_at: moment,
  is_canceled: bool,
  host_left_at: moment.nullable(),
  notify_guests: bool,
  repeat: Repeat.nullable(),
  created_by: z.enum(['host', 'staff']),
  created_at: moment,
  guests: z.array(GuestRow),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

/** The state of guest `g` on date `ig` of invitation `i`. */
export const guestState = sql`case
  when exists (
    select from visit o
    where o.company_id = g.company_id and o.visitor_id = g.visitor_id and o.checked_out_at is null and o.invitation_id = i.id
  ) then 'inside'
  when ig.arrived_at is not null then 'left'
  when ig.declined_at is not null then 'declined'
  when i.ends_at <= now() and i.canceled_at is null then 'noShow'
  when ig.confirmed_at is not null then 'confirmed'
  else 'invited' end`;

/** The last message `m` with the pass of guest `g`. Messages to the host and codes are none. */
export const passMessage = sql`(
  select id, state, problem, next_attempt_at from message
  where company_id = g.company_id and guest_id = g.id and kind = any(${[...guestKinds]}::text[]) order by id desc limit 1
) m`;

/** The state of {@link passMessage}, as guests and desks see it. */
export const passState = sql`case
  when m.state in ('queued', 'held', 'sending') then 'queued'
  when m.state = 'notSent' then 'failed'
  else m.state end`;

function guests(state: GuestState | undefined): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(shown.guest order by shown.id) filter (where ${hasState(sql`shown.state`, state)}), '[]')
    from (
      select ig.id, ${guestState} as state, json_build_object(
        'id', ig.id, 'guestId', g.id, 'name', g.name, 'companyName', g.company_name, 'email', g.email, 'phone', g.phone,
        'language', g.language, 'visitorId', g.visitor_id, 'state', ${guestState},
        'passState', ${passState}, 'passProblem', m.problem,
        'held', case when m.state = 'held' then json_build_object('messageId', m.id,
          'sendsAt', case when m.problem = 'hostLimit' then m.next_attempt_at end) end
      ) as guest
      from invitation_guest ig join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
      left join lateral ${passMessage} on true
      where ig.company_id = i.company_id and ig.invitation_id = i.id
    ) as shown)`;
}

function hasState(column: RawBuilder<unknown>, state: GuestState | undefined): RawBuilder<unknown> {
  return state === undefined ? sql`true` : sql`${column} = ${state}`;
}

function selectInvitations(state?: GuestState): RawBuilder<unknown> {
  return sql`
    select i.id, i.meeting_id, i.company_id, i.tenant_id, t.name as tenant_name, i.employee_id, e.name as employee_name,
      i.title, i.note, i.language, i.is_language_chosen, i.starts_at, i.ends_at, i.canceled_at is not null as is_canceled, i.host_left_at,
      m.notify_guests, m.repeat, m.created_by, m.created_at, ${guests(state)} as guests
    from invitation i
    join meeting m on m.company_id = i.company_id and m.id = i.meeting_id
    join tenant t on t.company_id = i.company_id and t.id = i.tenant_id
    left join employee e on e.company_id = i.company_id and e.id = i.employee_id`;
}

export async function findInvitation(db: Db, actor: Agent, invitationId: number): Promise<InvitationRow | undefined> {
  const { rows } = await typedSql(InvitationRow)`
    ${selectInvitations()}
    where i.id = ${invitationId} and ${inScope(actor, 'i.company_id')} and ${inTenantScope(actor, 'i.tenant_id')}
      and ${inReachOfHost(actor)}`.execute(db);
  return rows[0];
}

/** Own meetings of a host, and those of colleagues that the host covers as a stand-in. */
function inReachOfHost(actor: Agent): RawBuilder<boolean> {
  return sql`(${inHostScope(actor, 'i.employee_id')} or ${isCovered(actor)})`;
}

/** Invitation `i` is of a colleague whose stand-in the host is. The first condition lets PostgreSQL use an index. */
function isCovered({ userId, tenantId, companyIds }: Agent): RawBuilder<boolean> {
  return sql`(
    i.employee_id in (
      select id from employee
      where company_id = any(${companyIds === 'all' ? [] : [...companyIds]}::int[]) and tenant_id = ${tenantId} and stand_in_id = ${userId}
    )
    and stand_in_of_meeting(i.company_id, i.employee_id, i.starts_at, i.ends_at) = ${userId})`;
}

/** Dates of the meeting of a date that are planned and not over. */
export async function listOpenDates(
  db: Db,
  actor: Agent,
  { id, company_id: companyId, meeting_id: meetingId }: InvitationRow,
  from: Date | null,
): Promise<InvitationRow[]> {
  const { rows } = await typedSql(InvitationRow)`
    ${selectInvitations()}
    where i.company_id = ${companyId} and i.meeting_id = ${meetingId} and i.id <> ${id} and i.canceled_at is null and i.ends_at > now()
      and i.starts_at >= coalesce(${from}::timestamptz, i.starts_at) and ${inTenantScope(actor, 'i.tenant_id')}
      and ${inReachOfHost(actor)}
    order by i.starts_at, i.id`.execute(db);
  return rows;
}

interface Listing {
  companyId: number;
  tenantId: number | null;
  actor: Agent;
  /** Those of colleagues whose stand-in the host is, and no own ones. */
  isCovered?: boolean;
  /** The first moment of `from`, and that after `to`. */
  from: Date;
  to: Date;
}

export function listInvitations(
  db: Db,
  { companyId, tenantId, actor, isCovered: areCovered = false, from, to }: Listing,
  query: InvitationQuery,
): Promise<Counted<InvitationRow>> {
  const { state, only } = query;
  const after = readCursor(query, momentKey);
  const patterns = searchPatterns(query, searchMinimum.company);
  const conditions = [
    sql`i.company_id = ${companyId}`,
    areCovered ? isCovered(actor) : inHostScope(actor, 'i.employee_id'),
    only === 'hostLeft'
      ? ofLeftHosts(companyId)
      : sql`i.starts_at >= ${from}::timestamptz and i.starts_at < ${to}::timestamptz`,
  ];
  if (tenantId !== null) conditions.push(sql`i.tenant_id = ${tenantId}`);
  if (state !== undefined) conditions.push(someGuest(sql`${guestState} = ${state}`));
  if (patterns.length > 0) conditions.push(sql`i.id in (${idsOfMatches(companyId, patterns)})`);
  return readList(db, query, {
    row: InvitationRow,
    select: selectInvitations(state),
    from: sql`invitation i`,
    where: sql.join(conditions, sql` and `),
    further: after ? sql`and (i.starts_at, i.id) > (${after.key}::timestamptz, ${after.id})` : sql``,
    order: sql`i.starts_at, i.id`,
    isSearch: patterns.length > 0,
  });
}

/** The next date of each meeting whose host left. */
const ofLeftHosts = (companyId: number) => sql`i.id in (
  select distinct on (i.meeting_id) i.id from invitation i where i.company_id = ${companyId} and ${hasHostLeft}
  order by i.meeting_id, i.starts_at, i.id)`;

/** Each part reads an index of its own, so that a search costs by its matches and not by the dates of the list. */
function idsOfMatches(companyId: number, patterns: readonly string[]): RawBuilder<unknown> {
  const isLike = (column: RawBuilder<unknown>) =>
    sql`(${sql.join(
      patterns.map((pattern) => sql`${column} like fold(${pattern})`),
      sql` or `,
    )})`;
  return sql`
    select f.id from invitation f where f.company_id = ${companyId} and ${isLike(sql`f.folded_title`)}
    union all
    select f.id from employee h join invitation f on f.company_id = h.company_id and f.tenant_id = h.tenant_id and f.employee_id = h.id
    where h.company_id = ${companyId} and ${isLike(sql`h.search`)} and ${isLike(sql`h.folded_name`)}
    union all
    select ig.invitation_id from guest g join invitation_guest ig on ig.company_id = g.company_id and ig.guest_id = g.id
    where g.company_id = ${companyId} and ${isLike(sql`g.search`)}`;
}

function someGuest(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from invitation_guest ig join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
    where ig.company_id = i.company_id and ig.invitation_id = i.id and ${condition})`;
}

/** A host learns nothing about visitors, who belong to all tenants. */
export function toInvitation(actor: Agent, row: InvitationRow): Invitation {
  const { employee_id: hostId, employee_name: hostName } = row;
  return {
    id: row.id,
    seriesId: row.repeat === null ? null : row.meeting_id,
    companyId: row.company_id,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    host: hostId !== null && hostName !== null ? { id: hostId, name: hostName } : null,
    ...(row.host_left_at !== null && { hostLeftAt: row.host_left_at }),
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    note: row.note,
    language: row.language,
    isLanguageChosen: row.is_language_chosen,
    notifyGuests: row.notify_guests,
    repeat: row.repeat,
    status: row.is_canceled ? 'canceled' : 'planned',
    guests: row.guests.map((guest) => toGuest(actor, guest)),
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

function toGuest({ role }: Agent, row: z.infer<typeof GuestRow>): Guest {
  const { id, name, companyName, email, phone, language, state, passState, passProblem, held } = row;
  const shown = { id, name, companyName, email, phone, language, state, passState, passProblem };
  return {
    ...shown,
    visitorId: role === 'host' ? null : row.visitorId,
    held: held && { ...held, sendsAt: held.sendsAt && new Date(held.sendsAt).toISOString() },
  };
}

export const Place = z.strictObject({
  company_id: int,
  tenant_id: int,
  zone: text,
  country: text,
  is_on: bool,
  language: z.enum(languages),
  now: moment,
});
export type Place = z.infer<typeof Place>;

/** Where and by which settings a tenant invites. */
export async function findPlace(db: Db, actor: Agent, tenantId: number): Promise<Place | undefined> {
  const { rows } = await typedSql(Place)`
    select t.company_id, t.id as tenant_id, c.time_zone as zone, s.country_code as country, s.enable_invitations as is_on,
      s.sms_confirmation_language as language, now()::timestamptz(3) as now
    from tenant t join company c on c.id = t.company_id
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`.execute(db);
  return rows[0];
}

/** The first moment of each day, and of the day after it. Null days are today and `ahead` days later. */
export async function findDays(
  db: Db,
  companyId: number,
  { from, to, ahead }: { from: string | null; to: string | null; ahead: number },
): Promise<{ from: Date; to: Date; days: number } | undefined> {
  const { rows } = await typedSql({ starts: moment, ends: moment, days: int })`
    select (first::timestamp at time zone zone)::timestamptz(3) as starts,
      ((last + 1)::timestamp at time zone zone)::timestamptz(3) as ends, last - first as days
    from (
      select c.time_zone as zone, coalesce(${from}::date, given.today) as first,
        coalesce(${to}::date, coalesce(${from}::date, given.today) + ${ahead}::int) as last
      from company c cross join lateral (select (now() at time zone c.time_zone)::date as today) as given
      where c.id = ${companyId}
    ) as range`.execute(db);
  return rows.map(({ starts, ends, days }) => ({ from: new Date(starts), to: new Date(ends), days }))[0];
}
