import { guestKinds } from '@vestibule/contract/platform/message-words.ts';
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Minutes after the expected time until a visitor is late. */
const graceMinutes = 15;

/**
 * Joins the state of the messages to the host `e` of an open visit `o`. `state` is null without a host. A missing provider affects every
 * visit, so it alone does not make a visit need attention.
 */
export const joinHostState = sql`
  left join employee e on e.company_id = o.company_id and e.id = o.employee_id
  left join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
  left join escalation ladder on ladder.company_id = o.company_id and ladder.visit_id = o.id
  left join lateral (
    select
      case
        when e.id is null then null
        when bool_or(m.state in ('sent', 'delivered')) then 'sent'
        when bool_or(m.state in ('queued', 'sending')) then 'sending'
        when count(*) > 0 or ${hasNoAddress()} then 'notReached'
        else 'none'
      end as state,
      not bool_and(m.problem is not distinct from 'noProvider') as has_other_problem
    from message m where m.company_id = o.company_id and m.visit_id = o.id and m.kind = 'arrival'
  ) as host on true`;

/** An answer settles it, also one that the desk got by phone. */
export const isNotReached = sql`coalesce(
  o.answered_at is null and host.state = 'notReached' and host.has_other_problem is not false, false)`;

/** From the first step of the escalation on. */
export const isUnanswered = sql`coalesce(
  o.answered_at is null and e.id is not null and ladder.steps > 0 and s.answer_within_seconds is not null, false)`;

/** A message `m` that failed or was not sent, though its channel has a provider, and that can be sent again. */
const hasFailed = sql`(
  m.state in ('failed', 'notSent') and m.problem is distinct from 'noProvider' and m.recipient is not null and m.expires_at > now())`;

/** Messages of an open visit `o` that can be sent again. Those to hosts are settled by an answer. */
const failedMessages = (kinds: Sql) => sql`
  from message m
  where m.company_id = o.company_id and m.visit_id = o.id and ${hasFailed}
    and (m.kind = any(${kinds}) or m.kind in ('arrival', 'unanswered') and o.answered_at is null)`;
const toVisitor = sql`array['visitConfirmation', 'wifi', 'stillHere']`;

export const idsOfFailed = sql`coalesce((select json_agg(m.id order by m.id) ${failedMessages(toVisitor)}), '[]')`;

export const hasFailedMessage = sql`exists (select ${failedMessages(toVisitor)} and m.kind <> 'arrival')`;

function hasNoAddress(): Sql {
  const isOn = sql`(s.enable_email_to_employee or s.sms_language_to_employee is not null)`;
  const byEmail = sql`(s.enable_email_to_employee and e.email is not null)`;
  const bySms = sql`(s.sms_language_to_employee is not null and e.phone is not null)`;
  return sql`(${isOn} and not (${byEmail} or ${bySms}))`;
}

export const dayOf = (companyId: number): Sql => sql`building_day(${companyId}::int) day`;

/** An open visit `o` that began before the building closed. */
export const isAfterHours = sql`coalesce(o.checked_in_at < day.closed_at, false)`;

/** Whether a visitor `v` who is not inside is expected today. Without a time, that is each day. */
export const isExpectedToday = sql`(
  v.preregistered_tenant_id is not null
  and (v.expected_at is null or (v.expected_at >= day.starts_at and v.expected_at < day.ends_at)))`;

export const isLate = sql`coalesce(
  v.expected_at >= day.starts_at and v.expected_at < now() - make_interval(mins => ${sql.lit(graceMinutes)}), false)`;

const isInside = sql`exists (select from visit i where i.company_id = v.company_id and i.visitor_id = v.id and i.checked_out_at is null)`;

/** Whether guests of an invitation `i` may come: from midnight of its day, and before as soon as the pass is valid. */
export const hasDayBegun = sql`(i.starts_at < day.ends_at or pass_starts(i.starts_at) <= now())`;

/**
 * Guests `g` on dates `ig` of invitations `i` whose day has begun. No expected visitor stands for them. They are expected until the end. The range
 * of starts lets PostgreSQL use the index.
 */
export const guestsExpected = (companyId: number): Sql => sql`
  ${dayOf(companyId)}
  join invitation i on i.company_id = ${companyId} and i.canceled_at is null and i.ends_at > now()
    and i.starts_at >= day.starts_at - interval '24 hours' and i.starts_at < day.ends_at + interval '24 hours' and ${hasDayBegun}
  join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id
    and ig.arrived_at is null and ig.declined_at is null
  join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
  left join visitor v on v.company_id = g.company_id and v.id = g.visitor_id`;

/**
 * The guest has no phone, or one that was typed on the pass and is not the guest's visitor's. Or the visitor is not inside, and is expected for
 * another date or for none. A guest whose visitor a desk deleted is not expected again.
 */
export const isGuestAlone = sql`(
  g.phone is null or g.is_phone_taken or (v.id is not null and v.expected_invitation_id is distinct from i.id and not ${isInside}))`;

export const isGuestLate = sql`(
  i.starts_at >= day.starts_at and i.starts_at < now() - make_interval(mins => ${sql.lit(graceMinutes)}))`;

/** The last message about the invitation of each guest `m.guest_id` whom it did not reach. */
const failedOfGuests = (companyId: number): Sql => sql`(
  select m.guest_id, m.content is not null as has_content from message m
  where m.company_id = ${companyId} and m.guest_id is not null and m.kind = any(${[...guestKinds]}::text[]) and ${hasFailed}
    and not exists (
      select from message n
      where n.company_id = m.company_id and n.guest_id = m.guest_id and n.kind = any(${[...guestKinds]}::text[]) and n.id > m.id
    )
) m`;

/** Late guests of today, and the next date of guests whom the last message did not reach. */
export const guestsInNeed = (companyId: number): Sql => sql`
  select ig.id from ${guestsExpected(companyId)} where ${isGuestAlone} and ${isGuestLate}
  union
  select date.id from ${failedOfGuests(companyId)} cross join lateral (
    select d.id from invitation_guest d join invitation di on di.company_id = d.company_id and di.id = d.invitation_id
    where d.company_id = ${companyId} and d.guest_id = m.guest_id and d.arrived_at is null and d.declined_at is null and di.ends_at > now()
      and (di.canceled_at is null or m.has_content)
    order by di.canceled_at is not null, di.starts_at, di.id limit 1
  ) date`;

/** The tables of `guestsExpected`, for guests of `guestsInNeed`. */
export const listGuestsInNeed = (companyId: number): Sql => sql`
  ${dayOf(companyId)}
  join invitation_guest ig on ig.company_id = ${companyId} and ig.id in (${guestsInNeed(companyId)})
  join invitation i on i.company_id = ig.company_id and i.id = ig.invitation_id
  join guest g on g.company_id = ig.company_id and g.id = ig.guest_id
  left join visitor v on v.company_id = g.company_id and v.id = g.visitor_id`;

/** The kind of the last message to a guest `g` about the invitation, if it failed. */
export const failedKindOfGuest = sql`(
  select case when ${hasFailed} then m.kind end from message m
  where m.company_id = g.company_id and m.guest_id = g.id and m.kind = any(${[...guestKinds]}::text[]) order by m.id desc limit 1)`;

/** Open dates `i` whose host was removed. They wait for the choice of a host. */
export const hasHostLeft = sql`(i.host_left_at is not null and i.canceled_at is null and i.ends_at > now())`;

const atTenant = (column: Sql, tenantId: number | undefined): Sql =>
  tenantId === undefined ? sql`true` : sql`${column} = ${tenantId}`;

/** Visits of today that ended, of visitors who are still known. Each tenant's visits are found by their end. */
export function visitsEndedToday(companyId: number, tenantId?: number): Sql {
  return sql`
    select o.visitor_id as id, o.checked_out_at
    from ${dayOf(companyId)} join tenant t on t.company_id = ${companyId} and ${atTenant(sql`t.id`, tenantId)}
    join visit o on o.company_id = t.company_id and o.tenant_id = t.id and o.checked_out_at >= day.starts_at
    where o.visitor_id is not null
      and not exists (select from visit i where i.company_id = o.company_id and i.visitor_id = o.visitor_id and i.checked_out_at is null)`;
}

export function visitorsInNeed(companyId: number, tenantId?: number): Sql {
  return sql`
    select o.visitor_id as id
    from ${dayOf(companyId)} join visit o on o.company_id = ${companyId} and o.checked_out_at is null
    ${joinHostState}
    where ${atTenant(sql`o.tenant_id`, tenantId)} and (${isNotReached} or ${isAfterHours} or ${isUnanswered} or ${hasFailedMessage})
    union
    select v.id
    from ${dayOf(companyId)} join visitor v on v.company_id = ${companyId} and v.preregistered_tenant_id is not null
    where ${atTenant(sql`v.preregistered_tenant_id`, tenantId)} and ${isLate} and not ${isInside}`;
}
