import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type GuestKind, guestKinds } from '@vestibule/contract/platform/message-words.ts';
import { Repeat } from '@vestibule/contract/visits/invitation.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { CannotOpen, type Vault } from '../../platform/db/sealed.ts';
import { bool, bytes, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { type CalendarFacts, type GuestContent, sealContent } from '../../platform/outbox/content.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import { passPath, placeOfPass } from '../badge/code.ts';
import { calendarOf } from './calendar.ts';
import { codeOfPass } from './pass.ts';
import { holdAboveHostLimit, limitSubject } from './guest-limit.ts';
import { barMessages, holdMessages } from '../notification/hold.ts';
import { withoutLinks } from '../../platform/values/without-links.ts';

export interface GuestMessageDeps {
  vault: Vault;
  smsRules: SmsRules;
  /** Of the links to passes. Null where no message has one. */
  origin: string | null;
}

const GuestToTell = z.strictObject({
  message_id: int,
  guest_id: int,
  invitation_id: int,
  company_id: int,
  tenant_id: int,
  visitor_id: int.nullable(),
  name: text,
  email: text.nullable(),
  phone: text.nullable(),
  language: z.enum(languages),
  house: text,
  address: text.nullable(),
  directions: text.nullable(),
  zone: text,
  tenant: text,
  host: text.nullable(),
  title: text.nullable(),
  note: text.nullable(),
  starts_at: moment,
  ends_at: moment,
  last_end: moment,
  until: text.nullable(),
  host_email: text.nullable(),
  repeat: Repeat.nullable(),
  sequence: int,
  uid: text,
  meeting_id: int,
  dates: z.array(
    z.strictObject({
      startsAt: text,
      endsAt: text,
      isOn: bool,
      isNamed: bool,
      isOver: bool,
      title: text.nullable(),
      note: text.nullable(),
    }),
  ),
  subject: text,
  secret: bytes.nullable(),
});
type GuestToTell = z.infer<typeof GuestToTell>;

interface Times {
  startsAt: Date;
  endsAt: Date;
}

interface GuestMessage {
  kind: GuestKind;
  companyId: number;
  /** Dates that the message is about. It names the first one, and for several the last day. */
  invitationIds: readonly number[];
  /** The times of dates before they moved. */
  before?: ReadonlyMap<number, Times> | undefined;
  /** All guests of the dates by default. */
  guestIds?: readonly number[] | undefined;
  /** The guest is deleted next, with the earlier messages. This one stays. */
  isLast?: boolean;
  /** Also if the meeting does not notify guests. */
  isAsked?: boolean;
}

/**
 * Queues a message to each guest of the dates in the transaction, by mail, or by SMS if only a phone is known. Does nothing if the meeting
 * does not notify guests. Content is sealed, because it names people.
 */
export async function notifyGuests(
  db: Db,
  deps: GuestMessageDeps,
  sender: Agent,
  message: GuestMessage,
): Promise<void> {
  const { vault, smsRules } = deps;
  const uninformed = message.isLast ? await dropHeld(db, message) : new Set();
  const guests = (await listGuestsToTell(db, message)).filter(({ guest_id: id }) => !uninformed.has(id));
  if (guests.length === 0) return;
  const messages = guests.map((guest) => ({
    ...guest,
    channel: guest.email === null ? 'sms' : 'email',
    recipient: guest.email ?? guest.phone,
    content: sealContent(vault, guest.message_id, {
      ...contentOf(guest, message.kind, linkOf(guest, deps, message.kind)),
      ...timeBefore(guest, message.before?.get(guest.invitation_id)),
    }),
  }));
  const column = (valueOf: (row: (typeof messages)[number]) => unknown) => messages.map(valueOf);
  await sql`
    insert into message (id, company_id, guest_id, visitor_id, kind, channel, recipient, language, content, expires_at)
    select id, ${message.companyId}::int, guest_id, visitor_id, ${message.kind}, channel, recipient, language, content,
      case when ${message.kind === 'invitationReminder'} then starts_at else greatest(last_end, now() + interval '24 hours') end
    from unnest(
      ${column(({ message_id: id }) => id)}::int[], ${column(({ guest_id: id }) => (message.isLast ? null : id))}::int[],
      ${column(({ visitor_id: id }) => id)}::int[], ${column(({ channel }) => channel)}::text[],
      ${column(({ recipient }) => recipient)}::text[], ${column(({ language }) => language)}::text[],
      ${column(({ content }) => content)}::bytea[], ${column(({ starts_at: start }) => start)}::timestamptz[],
      ${column(({ last_end: end }) => end)}::timestamptz[]
    ) as given (id, guest_id, visitor_id, channel, recipient, language, content, starts_at, last_end)`.execute(db);
  const limited = messages.map(({ message_id: id, subject }) => ({ id, subject }));
  const fitting = await holdAboveHostLimit(db, message.companyId, smsRules, limited);
  const allowed = await barMessages(db, message.companyId, fitting, smsRules);
  await holdMessages(db, message.companyId, allowed, { sender, rules: smsRules }, messages[0]?.tenant_id ?? null);
  notifyDebounced(db, 'message');
}

/** Deletes held messages to guests of the dates. Returns the guests whose messages were all held or expired before a send. */
async function dropHeld(db: Db, { companyId, invitationIds, guestIds }: GuestMessage): Promise<Set<number>> {
  const { rows } = await typedSql({ guest_id: int })`
    with meant as (
      select id, guest_id, problem from message
      where company_id = ${companyId} and kind = any(${[...guestKinds]}::text[]) and guest_id in (
        select guest_id from invitation_guest where company_id = ${companyId} and invitation_id = any(${[...invitationIds]}::int[])
          and (${guestIds === undefined} or guest_id = any(${[...(guestIds ?? [])]}::int[]))
      )
    ), dropped as (
      delete from message where company_id = ${companyId} and id in (select id from meant) and state = 'held' returning id
    )
    select guest_id from meant
    group by guest_id having bool_and(problem is not distinct from 'expired' or id in (table dropped))`.execute(db);
  return new Set(rows.map(({ guest_id: id }) => id));
}

async function listGuestsToTell(
  db: Db,
  { companyId, invitationIds, guestIds, isAsked = false }: GuestMessage,
  messageId = sql`nextval('message_id_seq')::int`,
): Promise<GuestToTell[]> {
  const { rows } = await typedSql(GuestToTell)`
    select ${messageId} as message_id, told.*, (
      select json_agg(json_build_object('startsAt', d.starts_at, 'endsAt', d.ends_at,
        'isOn', d.canceled_at is null and dg.id is not null and dg.declined_at is null,
        'isNamed', dg.id is not null and d.id = any(${[...invitationIds]}::int[]),
        'isOver', d.ends_at <= now(), 'title', d.title, 'note', d.note) order by d.starts_at, d.id)
      from invitation d
      left join invitation_guest dg on dg.company_id = d.company_id and dg.invitation_id = d.id and dg.guest_id = told.guest_id
      where d.company_id = told.company_id and d.meeting_id = told.meeting_id
    ) as dates from (
      select distinct on (g.id) g.id as guest_id, i.id as invitation_id, g.company_id, i.tenant_id, g.visitor_id, g.name, g.email, g.phone, g.language,
        c.name as house, c.address, c.directions, c.time_zone as zone, t.name as tenant, e.name as host, i.title, i.note, i.starts_at, i.ends_at,
        max(i.ends_at) over (partition by g.id) as last_end,
        case when m.repeat is not null and count(*) over (partition by g.id) > 1
          then to_char(max(i.starts_at) over (partition by g.id) at time zone c.time_zone, 'DD.MM.YYYY') end as until,
        e.email as host_email, m.repeat, m.sequence, coalesce(encode(sha256(p.secret_hash), 'hex'), 'guest-' || g.id) as uid, i.meeting_id,
        ${limitSubject} as subject, p.secret
      from invitation i
      join meeting m on m.company_id = i.company_id and m.id = i.meeting_id and (m.notify_guests or ${isAsked}::boolean)
      join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id
      join guest g on g.company_id = i.company_id and g.id = ig.guest_id
      left join pass p on p.company_id = g.company_id and p.guest_id = g.id
      join company c on c.id = i.company_id
      join tenant t on t.company_id = i.company_id and t.id = i.tenant_id
      left join employee e on e.company_id = i.company_id and e.id = i.employee_id
      where i.company_id = ${companyId} and i.id = any(${[...invitationIds]}::int[])
        and coalesce(g.email, g.phone) is not null and ig.declined_at is null
        and (${guestIds === undefined} or g.id = any(${[...(guestIds ?? [])]}::int[]))
      order by g.id, i.starts_at, i.id
    ) as told order by told.guest_id`.execute(db);
  return rows;
}

/** The calendar of a guest without a message. Undefined for a guest who declined. */
export async function readCalendarOfGuest(
  db: Db,
  { companyId, invitationId, guestId }: { companyId: number; invitationId: number; guestId: number },
): Promise<CalendarFacts | undefined> {
  const asked = {
    kind: 'invitation',
    companyId,
    invitationIds: [invitationId],
    guestIds: [guestId],
    isAsked: true,
  } as const;
  const [guest] = await listGuestsToTell(db, asked, sql`0`);
  return guest && calendarOf(guest, false);
}

interface PassLink {
  link: string | null;
  code: string | null;
}

const noLink: PassLink = { link: null, code: null };

/** A canceled meeting needs no pass, and a guest who is removed has none. */
function linkOf(
  { guest_id: guestId, secret }: GuestToTell,
  { vault, origin }: GuestMessageDeps,
  kind: GuestKind,
): PassLink {
  if (origin === null || secret === null || kind === 'invitationCanceled') return noLink;
  try {
    const opened = vault.open(placeOfPass(guestId), secret);
    return { link: `${origin}${passPath}/${opened}`, code: spaced(codeOfPass(opened)) };
  } catch (error) {
    // The message is useful without the link too.
    if (error instanceof CannotOpen) return noLink;
    throw error;
  }
}

/** `7K4QM2XD` as `7K4Q M2XD`. */
function spaced(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** The time of a date before it moved, and the day, if that moved too. */
function timeBefore(
  { zone, starts_at: startsAt, ends_at: endsAt }: GuestToTell,
  before: Times | undefined,
): { was?: string } {
  if (before === undefined) return {};
  const { date, time } = buildingTime(zone);
  const isSame = before.startsAt.getTime() === Date.parse(startsAt) && before.endsAt.getTime() === Date.parse(endsAt);
  if (isSame) return {};
  const span = `${time(before.startsAt)}–${time(before.endsAt)}`;
  const day = date(before.startsAt);
  return { was: day === date(new Date(startsAt)) ? span : `${day}, ${span}` };
}

type ToldFacts = Omit<
  GuestToTell,
  | 'message_id'
  | 'guest_id'
  | 'invitation_id'
  | 'company_id'
  | 'tenant_id'
  | 'visitor_id'
  | 'email'
  | 'phone'
  | 'language'
  | 'last_end'
  | 'meeting_id'
  | 'subject'
  | 'secret'
>;

export function contentOf(facts: ToldFacts, kind: GuestKind, { link, code }: PassLink): GuestContent {
  const { zone, starts_at: startsAt, ends_at: endsAt, ...row } = facts;
  const clock = buildingTime(zone);
  const host = row.host === null ? null : withoutLinks(row.host);
  const othersStay =
    kind === 'invitationCanceled' && row.dates.some(({ isOn, isNamed, isOver }) => isOn && !isNamed && !isOver);
  return {
    guest: withoutLinks(row.name),
    house: row.house,
    address: row.address,
    directions: row.directions,
    tenant: row.tenant,
    host,
    title: row.title === null ? null : withoutLinks(row.title),
    note: row.note === null ? null : withoutLinks(row.note),
    date: clock.date(new Date(startsAt)),
    time: clock.time(new Date(startsAt)),
    endTime: clock.time(new Date(endsAt)),
    until: row.until,
    ...(othersStay && { othersStay }),
    link,
    code,
    closing: link,
    replyTo: host !== null && row.host_email !== null ? { name: host, address: row.host_email } : null,
    // The calendar has the date already.
    calendar: kind === 'invitationReminder' ? null : calendarOf(facts, kind === 'invitationCanceled'),
  };
}
