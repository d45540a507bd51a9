import { Image } from '@vestibule/contract/platform/image.ts';
import { hostKinds, messageKinds, messageProblems, messageStates } from '@vestibule/contract/platform/message-words.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { guestStates, passStates } from '@vestibule/contract/visits/guest.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import { answerOfVisit, StoredAnswer } from '../visitor/visitor.rows.ts';
import { guestState, passMessage, passState } from '../invitation/invitation.ts';
import { languageOfGuest } from '../notification/arrival.ts';
import { awaitsReply } from '../visit/still-here.ts';

const PassRow = z.strictObject({
  id: int,
  guest_id: int,
  company_id: int,
  invitation_id: int,
  meeting_id: int,
  tenant_id: int,
  visitor_id: int.nullable(),
  created_visitor_id: int.nullable(),
  proven_visitor_id: int.nullable(),
  proof: z.enum(['unneeded', 'needed', 'given']),
  name: text,
  company_name: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  language: z.enum(languages),
  should_save_data: bool.nullable(),
  state: z.enum(guestStates),
  pass_state: z.enum(passStates).nullable(),
  pass_problem: z.enum(messageProblems).nullable(),
  tenant: text,
  host: text.nullable(),
  photo: Image.nullable(),
  house: text,
  address: text.nullable(),
  directions: text.nullable(),
  zone: text,
  accent_color: text.nullable(),
  logo: Image.nullable(),
  country: text,
  title: text.nullable(),
  note: text.nullable(),
  starts_at: moment,
  ends_at: moment,
  is_series: bool,
  valid_from: moment,
  valid_until: moment,
  canceled_at: moment.nullable(),
  canceled_by: z.enum(['host', 'staff']).nullable(),
  is_over: bool,
  has_ended: bool,
  visit_id: int.nullable(),
  checked_in_at: moment.nullable(),
  checked_out_at: moment.nullable(),
  is_deleted_at_check_out: bool,
  awaits_reply: bool,
  stays_until: moment.nullable(),
  answer: StoredAnswer.nullable(),
  wifi: text.nullable(),
  is_wifi_of_tenant: bool,
  has_come: bool,
  has_answer: bool,
  guest_until: moment.nullable(),
  visits_until: moment.nullable(),
  is_remembered: bool,
  remembered_until: moment.nullable(),
  messages: z.array(
    z.strictObject({
      kind: z.enum(messageKinds),
      channel: z.enum(['email', 'sms']),
      state: z.enum(messageStates),
      at: text,
    }),
  ),
});
export type PassRow = z.infer<typeof PassRow>;

/** 0 without the pass, so that the lookup takes the same time. */
export async function findCompanyOfPass(db: Db, secretHash: Buffer): Promise<number> {
  const { rows } = await typedSql({ company_id: int })`
    select company_id from pass where secret_hash = ${secretHash}`.execute(db);
  return rows[0]?.company_id ?? 0;
}

const keptUntil = (end: string) =>
  sql`case when s.enable_gdpr then kept_until(${sql.raw(end)}, s.gdpr_handling, c.time_zone) end`;

/**
 * The pass with the date that it shows: that of the open visit, else the next one that is not over, planned before canceled, else the last.
 */
export async function findPass(db: Db, secretHash: Buffer): Promise<PassRow | undefined> {
  const { rows } = await typedSql(PassRow)`
    select ig.id, g.id as guest_id, g.company_id, i.id as invitation_id, i.meeting_id, i.tenant_id, g.visitor_id, p.created_visitor_id,
      case when p.proven_until > now() then p.proven_visitor_id end as proven_visitor_id,
      case when g.phone is null or p.created_visitor_id is not null then 'unneeded' when p.proven_until > now() then 'given' else 'needed'
        end as proof,
      g.name, g.company_name, g.email, g.phone, ${languageOfGuest} as language, g.should_save_data, ${guestState} as state,
      ${passState} as pass_state,
      m.problem as pass_problem, t.name as tenant, e.name as host, image_shown(g.company_id, e.photo_id) as photo,
      c.name as house, c.address, c.directions, c.time_zone as zone, k.accent_color,
      image_shown(g.company_id, k.logo_image_id) as logo, s.country_code as country, i.title, i.note, i.starts_at, i.ends_at,
      meeting.repeat is not null as is_series, pass_starts(i.starts_at)::timestamptz(3) as valid_from, date.valid_until, i.canceled_at, i.canceled_by,
      i.canceled_at is not null or date.valid_until <= now() as is_over, i.canceled_at is not null or i.ends_at <= now() as has_ended,
      o.id as visit_id, o.checked_in_at, o.checked_out_at, ${answerOfVisit} as answer,
      coalesce(o.checked_out_at is null and o.opt_out is not null, false) as is_deleted_at_check_out,
      ${awaitsReply} as awaits_reply, o.stays_until,
      case when o.id is not null and o.checked_out_at is null then s.wifi_info end as wifi, s.tenant_wrote_wifi_info as is_wifi_of_tenant,
      stored.has_come, stored.has_answer,
      case when not stored.is_inside then greatest(
        least(greatest(${keptUntil('stored.last_missed')}, case when s.enable_gdpr then stored.last_missed + interval '24 hours' end),
          case when s.enable_gdpr then stored.last_missed + interval '30 days' end),
        ${keptUntil('stored.last_left')}
      ) end::timestamptz(3) as guest_until,
      case when not stored.is_inside then ${keptUntil('stored.last_left')} end::timestamptz(3) as visits_until,
      coalesce(v.should_save_data, false) as is_remembered, v.saved_until::timestamptz(3) as remembered_until, messages.all as messages
    from pass p
    join guest g on g.company_id = p.company_id and g.id = p.guest_id
    join company c on c.id = g.company_id and c.deleted_at is null
    cross join lateral (
      select d.id, d.invitation_id,
        pass_ends(di.ends_at, c.time_zone)::timestamptz(3) as valid_until
      from invitation_guest d join invitation di on di.company_id = d.company_id and di.id = d.invitation_id
      where d.company_id = g.company_id and d.guest_id = g.id
      order by
        exists (
          select from visit ov
          where ov.company_id = g.company_id and ov.invitation_id = di.id and ov.visitor_id = g.visitor_id and ov.checked_out_at is null
        ) desc,
        pass_ends(di.ends_at, c.time_zone) > now() desc,
        di.canceled_at is null desc,
        case when pass_ends(di.ends_at, c.time_zone) > now() then di.starts_at end,
        di.starts_at desc
      limit 1
    ) date
    join invitation_guest ig on ig.company_id = g.company_id and ig.id = date.id
    join invitation i on i.company_id = g.company_id and i.id = date.invitation_id
    join meeting on meeting.company_id = i.company_id and meeting.id = i.meeting_id
    join tenant t on t.company_id = i.company_id and t.id = i.tenant_id
    join tenant_settings_in_force s on s.company_id = i.company_id and s.for_tenant_id = i.tenant_id
    left join employee e on e.company_id = i.company_id and e.id = i.employee_id
    left join kiosk_settings k on k.company_id = c.id and k.kiosk_id is null
    left join visitor v on v.company_id = g.company_id and v.id = case
      when p.created_visitor_id is null and p.proven_until > now() then p.proven_visitor_id
      when p.created_visitor_id = g.visitor_id then p.created_visitor_id end
    cross join lateral (
      select max(least(li.canceled_at, li.ends_at)) filter (where ov.id is null) as last_missed, max(ov.checked_out_at) as last_left,
        count(ov.id) > 0 as has_come, coalesce(bool_or(ov.answer_kind is not null), false) as has_answer,
        coalesce(bool_or(ov.id is not null and ov.checked_out_at is null), false) as is_inside
      from invitation_guest l
      join invitation li on li.company_id = l.company_id and li.id = l.invitation_id
      left join visit ov on ov.company_id = l.company_id and ov.invitation_id = l.invitation_id and ov.visitor_id = g.visitor_id
      where l.company_id = g.company_id and l.guest_id = g.id
    ) stored
    left join lateral (
      select id, company_id, language, checked_in_at, checked_out_at, opt_out, tenant_id, answer_kind, answer_minutes, answer_text, answer_employee_id, answered_at,
        asked_at, stays_until
      from visit
      where company_id = g.company_id and invitation_id = i.id and visitor_id = g.visitor_id
      order by checked_in_at desc, id desc limit 1
    ) o on true
    left join lateral ${passMessage} on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('kind', kind, 'channel', channel, 'state', state,
        'at', coalesce(delivered_at, created_at)) order by id desc), '[]') as all
      from (
        select id, kind, channel, state, delivered_at, created_at from message
        where company_id = g.company_id and guest_id = g.id and kind <> all(${[...hostKinds]}::text[])
        union
        select own.id, own.kind, own.channel, own.state, own.delivered_at, own.created_at
        from invitation_guest l
        join visit ov on ov.company_id = l.company_id and ov.invitation_id = l.invitation_id and ov.visitor_id = g.visitor_id
        join message own on own.company_id = ov.company_id and own.visit_id = ov.id and own.kind not in ('arrival', 'unanswered')
        where l.company_id = g.company_id and l.guest_id = g.id
      ) as sent
    ) messages
    where p.secret_hash = ${secretHash}`.execute(db);
  return rows[0];
}

/** Undefined if a visitor has the phone already. */
export async function createVisitor(
  db: Db,
  {
    companyId,
    phone,
    name,
    companyName,
  }: { companyId: number; phone: string; name: string; companyName: string | null },
): Promise<number | undefined> {
  const { rows } = await typedSql({ id: int })`
    insert into visitor (company_id, phone, name, company_name)
    values (${companyId}, ${phone}, ${name}, ${companyName ?? ''}) on conflict (company_id, phone) do nothing returning id`.execute(
    db,
  );
  return rows[0]?.id;
}

interface GuestData {
  name: string;
  companyName: string | null;
  phone: string | null;
  shouldSaveData: boolean | undefined;
  visitorId: number | null;
  createdVisitorId: number | null;
}

/** Also changes the visitor that the pass created, and confirms the date. */
export async function updateGuest(
  db: Db,
  { id, guest_id: guestId, company_id: companyId, phone: before }: PassRow,
  { name, companyName, phone, shouldSaveData, visitorId, createdVisitorId }: GuestData,
): Promise<void> {
  const choice = shouldSaveData ?? null;
  await sql`
    update guest set name = ${name}, company_name = ${companyName}, phone = ${phone}, visitor_id = ${visitorId},
      is_phone_unverified = is_phone_unverified and visitor_id is not distinct from ${visitorId}::int,
      is_phone_taken = case when phone is distinct from ${phone} then ${phone !== null && visitorId === null} else is_phone_taken end,
      should_save_data = coalesce(${choice}::boolean, should_save_data)
    where company_id = ${companyId} and id = ${guestId}`.execute(db);
  await sql`
    update pass set created_visitor_id = ${createdVisitorId},
      proven_until = case when ${phone === before} then proven_until end,
      proven_visitor_id = case when ${phone === before} then proven_visitor_id end
    where company_id = ${companyId} and guest_id = ${guestId}`.execute(db);
  await sql`
    update visitor v set name = g.name, company_name = coalesce(g.company_name, ''),
      should_save_data = coalesce(g.should_save_data, v.should_save_data), updated_at = now()
    from guest g
    where g.company_id = ${companyId} and g.id = ${guestId} and v.company_id = g.company_id and v.id = ${createdVisitorId}
      and v.id = g.visitor_id`.execute(db);
  await sql`
    update invitation_guest set confirmed_at = now(), declined_at = null where company_id = ${companyId} and id = ${id}`.execute(
    db,
  );
}

/** Returns the dates that are newly declined. Those that are over or canceled stay. */
export async function declineDates(
  db: Db,
  { id, guest_id: guestId, company_id: companyId }: PassRow,
  dates: 'this' | 'all',
): Promise<number[]> {
  const { rows } = await typedSql({ invitation_id: int })`
    update invitation_guest ig set declined_at = now(), confirmed_at = null
    from invitation i
    where ig.company_id = ${companyId} and ig.guest_id = ${guestId} and (${dates === 'all'} or ig.id = ${id})
      and i.company_id = ig.company_id and i.id = ig.invitation_id and i.canceled_at is null and i.ends_at > now() and ig.declined_at is null
    returning ig.invitation_id`.execute(db);
  return rows.map(({ invitation_id: invitationId }) => invitationId);
}
