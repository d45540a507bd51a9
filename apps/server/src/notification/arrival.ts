import type { Language } from '@vestibule/contract/values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Vault } from '../db/sealed.ts';
import { type BuildingTime, buildingTime } from '../settings/building-time.ts';
import { type MailContent, sealContent, type SmsContent } from './content.ts';
import { isWanted, wantedBy } from './whom.ts';

/** For how many hours it is worth telling that somebody has come. */
export const hoursOfUse = 4;

/** What can be told of an arrival: to the host, or to the visitor. */
export type ArrivalKind = 'arrival' | 'visitConfirmation' | 'wifi';

/** What messages about an arrival say. */
export interface ArrivalFacts {
  house: string;
  time_zone: string;
  tenant: string;
  host: string | null;
  visitor: string;
  visitorCompany: string;
  wifi_info: string | null;
  closing: string | null;
  at: Date | string;
}

/** Whom one is told, with the id that the message will have. */
interface Telling {
  id: number;
  kind: ArrivalKind;
  channel: 'email' | 'sms';
  recipient: string;
  language: Language;
}

/** What a check-in reads of its destination so as to announce itself without asking again. */
export interface ArrivalPlan extends Pick<ArrivalFacts, 'house' | 'time_zone' | 'wifi_info' | 'closing'> {
  tellings: Telling[];
}

/** The columns of an `ArrivalPlan`, out of the settings `s` in force, the company `c` and the host `e`. The phone is not read yet. */
export const arrivalPlan = sql`
  c.name as house, c.time_zone, s.wifi_info, s.custom_additional_info as closing, (
    select coalesce(json_agg(json_build_object('id', nextval('message_id_seq'), 'kind', wanted.kind,
      'channel', wanted.channel, 'recipient', wanted.recipient, 'language', wanted.language)), '[]')
    from ${wantedBy(sql`''`)} where ${isWanted}
  ) as tellings`;

export interface SealedTelling extends Telling {
  content: Buffer;
  /** Nobody sends it, which is known as it is written. */
  isKept: boolean;
}

/** What an arrival is told with: the key of what messages say, and the channels that have no provider here. */
export interface TellingMeans {
  vault: Vault;
  unserved: ReadonlySet<Telling['channel']>;
}

/** The messages about an arrival, to write in the statement that opens the visit. */
export function sealArrival(
  { vault, unserved }: TellingMeans,
  { tellings, ...plan }: ArrivalPlan,
  {
    phone,
    at,
    ...facts
  }: Pick<ArrivalFacts, 'tenant' | 'host' | 'visitor' | 'visitorCompany' | 'at'> & {
    phone: string;
  },
): SealedTelling[] {
  return tellings.map((telling) => ({
    ...telling,
    recipient: telling.kind === 'arrival' ? telling.recipient : phone,
    content: sealContent(vault, telling.id, contentOf(telling.kind, { ...plan, ...facts, at })),
    isKept: unserved.has(telling.channel),
  }));
}

/**
 * The part of a statement that writes messages about the visit that it opens itself: queued, or as a worker would leave those that nobody
 * sends. Its taking them up costs twice what writing them does.
 */
export function insertOfArrival(
  messages: readonly SealedTelling[],
  { companyId, visitorId, visitId }: { companyId: number; visitorId: RawBuilder<number>; visitId: RawBuilder<number> },
): RawBuilder<unknown> {
  const column = <Name extends keyof SealedTelling>(name: Name) => messages.map((message) => message[name]);
  return sql`
    insert into message (company_id, visitor_id, visit_id, expires_at, id, kind, channel, recipient, language, content,
      state, problem, attempts)
    select ${companyId}, ${visitorId}, ${visitId}, now() + make_interval(hours => ${sql.lit(hoursOfUse)}), id, kind, channel,
      recipient, language, content, case when is_kept then 'notSent' else 'queued' end,
      case when is_kept then 'noProvider' end, is_kept::int
    from unnest(
      ${column('id')}::int[], ${column('kind')}::text[], ${column('channel')}::text[], ${column('recipient')}::text[],
      ${column('language')}::text[], ${column('content')}::bytea[], ${column('isKept')}::bool[]
    ) as told (id, kind, channel, recipient, language, content, is_kept)`;
}

/** What a message of this kind says. */
export function contentOf(kind: ArrivalKind, facts: ArrivalFacts): Parameters<typeof sealContent>[2] {
  const { house, tenant, host, closing, visitor, visitorCompany } = facts;
  const clock = clockOf(facts.time_zone);
  const at = new Date(facts.at);
  switch (kind) {
    case 'arrival':
      return {
        visitor,
        visitorCompany,
        host: host ?? '',
        tenant,
        time: clock.time(at),
        closing: null,
      } satisfies MailContent<'arrival'> & SmsContent<'arrival'>;
    case 'visitConfirmation': {
      const content = { house, tenant, host, date: clock.date(at), time: clock.time(at), closing };
      return content satisfies SmsContent<'visitConfirmation'>;
    }
    case 'wifi':
      return { house, info: facts.wifi_info ?? '', closing } satisfies SmsContent<'wifi'>;
  }
}

const clocks = new Map<string, BuildingTime>();

/** Making a clock takes longer than all else that a check-in computes. Buildings are in few time zones. */
function clockOf(timeZone: string): BuildingTime {
  const clock = clocks.get(timeZone) ?? buildingTime(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}
