import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import type { ArrivalFacts, VisitMessages } from '../../platform/outbox/content.ts';
import { buildingTime, type BuildingTime } from '../../platform/values/building-time.ts';
import { passPath, placeOfPass } from '../badge/code.ts';
import { answerPath, answerToken, stayPath, stayToken } from './answer-token.ts';
import { publishVisitorsByTenant } from '../visitor/visitor-changes.ts';
import { textWithoutLinks, withoutLinks } from '../../platform/values/without-links.ts';

/** Hours until an arrival is no longer worth a message, also one of an offline kiosk. */
export const hoursOfUse = 4;
/** Hours until an arrival can no longer be answered. */
export const hoursToAnswer = 24;

/** The pass of the visitor of a visit `o`. */
const passOfVisit = sql`(
  select p.guest_id, p.secret
  from invitation i
  join guest g on g.company_id = i.company_id and g.meeting_id = i.meeting_id and g.visitor_id = o.visitor_id
  join pass p on p.company_id = g.company_id and p.guest_id = g.id
  where i.company_id = o.company_id and i.id = o.invitation_id
)`;

/** The language of guest `g` with a visit `o`, if there is one. */
export const languageOfGuest = sql`language_of_guest(g.is_language_chosen, g.language, o.language)`;

/** The language of the visitor of a visit `o` under the settings `s`: that of the guest, else the choice at the kiosk. */
export const languageOfVisitor = sql`coalesce(
  case when o.invitation_id is not null then language_of_invited(o.company_id, o.invitation_id, o.visitor_id, o.language) end,
  o.language, s.sms_confirmation_language)`;

/** Read when the message is sent, so that retention of the visit covers its messages. */
const arrivalFacts: VisitMessages['facts'] = ({ companyId, visitId, employeeId }) => {
  return sql`(
    select json_build_object('visitId', o.id, 'house', c.name, 'timeZone', c.time_zone, 'tenant', t.name, 'host', e.name, 'visitor', o.name,
      'visitorCompany', o.company_name, 'wifi', s.wifi_info, 'isWifiOfTenant', s.tenant_wrote_wifi_info,
      'closing', s.custom_additional_info, 'isClosingOfTenant', s.tenant_wrote_additional_info, 'at', o.checked_in_at,
      'recipient', (select json_build_object('id', x.id, 'name', x.name) from employee x where x.company_id = o.company_id and x.tenant_id = o.tenant_id and x.id = ${employeeId}),
      'isSettled', o.answered_at is not null or o.checked_out_at is not null,
      'isOver', o.checked_out_at is not null, 'guestId', pass.guest_id, 'pass', encode(pass.secret, 'base64'))
    from visit o
    join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    join company c on c.id = o.company_id
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    left join lateral ${passOfVisit} pass on true
    where o.company_id = ${companyId} and o.id = ${visitId}
  )`;
};

/**
 * Channels without a provider get their final state, because leasing costs twice the insert. The caller counts the SMS, see
 * `holdAboveLimits`. `arrivals`: visits `o` with the settings in force `s` and the host `e`, if there is one.
 */
export function insertOfArrivals(
  arrivals: RawBuilder<unknown>,
  unserved: ReadonlySet<'email' | 'sms'> = new Set(),
  visitorBarrier: RawBuilder<string | null> = sql`null::text`,
): RawBuilder<unknown> {
  return sql`
    insert into message (company_id, visitor_id, visit_id, kind, channel, recipient, language, expires_at, state, problem, attempts)
    select o.company_id, o.visitor_id, o.id, wanted.kind, wanted.channel, wanted.recipient, wanted.language,
      o.checked_in_at + make_interval(hours => ${sql.lit(hoursOfUse)}), case when served.problem is null then 'queued' else 'notSent' end,
      served.problem, (served.problem is not null)::int
    from ${arrivals}
    cross join lateral ${wantedBy(sql`o.phone`)}
    cross join lateral (
      select coalesce(
        case when wanted.kind in ('visitConfirmation', 'wifi') then ${visitorBarrier} end,
        case when wanted.channel = any(${[...unserved]}::text[]) then 'noProvider' end)
    ) as served (problem)
    where ${isWanted}`;
}

/** Starts the ladder, if the host is sent messages and the arrival is news. `arrivals`: visits `o` with the settings in force `s`. */
export function insertOfEscalations(arrivals: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into escalation (visit_id, company_id, due_at)
    select o.id, o.company_id, now() + make_interval(secs => s.answer_within_seconds)
    from ${arrivals}
    where o.employee_id is not null and s.answer_within_seconds is not null
      and (s.enable_email_to_employee or s.sms_language_to_employee is not null)
      and o.checked_in_at > now() - make_interval(hours => ${sql.lit(hoursOfUse)})`;
}

const contentOf: VisitMessages['contentOf'] = {
  arrival: (facts, link) => ({ ...arrivalOf(facts), link, closing: link }),
  unanswered: (facts, link) => ({
    ...arrivalOf(facts),
    recipient: withoutLinks(facts.recipient?.name ?? ''),
    link,
    closing: link,
  }),
  visitConfirmation: ({ house, tenant, host, timeZone, at, ...facts }) => {
    const clock = clockOf(timeZone);
    const when = { date: clock.date(new Date(at)), time: clock.time(new Date(at)) };
    return { house, tenant, host: host === null ? null : withoutLinks(host), ...when, closing: closingOf(facts) };
  },
  wifi: ({ house, wifi, isWifiOfTenant, ...facts }) => {
    const info = wifi ?? '';
    return { house, info: isWifiOfTenant ? textWithoutLinks(info) : info, closing: closingOf(facts) };
  },
  stillHere: ({ visitor, house, timeZone, at }, link) => {
    const time = clockOf(timeZone).time(new Date(at));
    return { visitor: withoutLinks(visitor), house, time, link, closing: link };
  },
};

function arrivalOf({ visitor, visitorCompany, host, tenant, timeZone, at }: ArrivalFacts) {
  const time = clockOf(timeZone).time(new Date(at));
  const who = { visitor: withoutLinks(visitor), visitorCompany: withoutLinks(visitorCompany) };
  return { ...who, host: withoutLinks(host ?? ''), tenant, time };
}

function closingOf({ closing, isClosingOfTenant }: Pick<ArrivalFacts, 'closing' | 'isClosingOfTenant'>): string | null {
  return closing !== null && isClosingOfTenant ? textWithoutLinks(closing) : closing;
}

const clocks = new Map<string, BuildingTime>();

function clockOf(timeZone: string): BuildingTime {
  const clock = clocks.get(timeZone) ?? buildingTime(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

const wantedBy = (phone: RawBuilder<string>): RawBuilder<unknown> => sql`(values
  ('arrival', 'email', e.email, s.email_language, s.enable_email_to_employee),
  ('arrival', 'sms', e.phone, s.sms_language_to_employee, true),
  ('visitConfirmation', 'sms', ${phone}, ${languageOfVisitor}, s.enable_sms_confirmation),
  ('wifi', 'sms', ${phone}, ${languageOfVisitor}, s.enable_wifi_info_sms and s.wifi_info is not null)
) wanted (kind, channel, recipient, language, is_on)`;

const isWanted = sql`wanted.is_on and wanted.recipient is not null and wanted.language is not null`;

export const visitMessages: VisitMessages = {
  facts: arrivalFacts,
  contentOf,
  answerLink: ({ visitId, host, recipient }, { vault, origin }) =>
    host === null ? null : `${origin}${answerPath}/${answerToken(vault, visitId, recipient?.id)}`,
  stayLink: ({ visitId, guestId, pass }, { vault, origin }) => {
    if (guestId === null || pass === null) return `${origin}${stayPath}/${stayToken(vault, visitId)}`;
    return `${origin}${passPath}/${vault.open(placeOfPass(guestId), Buffer.from(pass, 'base64'))}`;
  },
  publish: publishVisits,
};

export async function publishVisits(db: Db, companyId: number, visitIds: readonly number[]): Promise<void> {
  const { rows } = await typedSql({ visitor_id: int, tenant_id: int })`
    select distinct visitor_id, tenant_id from visit
    where company_id = ${companyId} and id = any(${[...visitIds]}::int[]) and visitor_id is not null`.execute(db);
  const ofTenants = Map.groupBy(rows, ({ tenant_id: tenantId }) => tenantId);
  const idsByTenant = [...ofTenants].map(
    ([tenantId, visits]) => [tenantId, visits.map((visit) => visit.visitor_id)] as const,
  );
  await publishVisitorsByTenant(db, companyId, new Map(idsByTenant));
}
