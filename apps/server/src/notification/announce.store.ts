import type { MessageKind } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ArrivalKind } from './arrival.ts';
import { isWanted, wantedBy } from './whom.ts';

/** A message to write, with the id that it will have, and what its text may need to know. */
export interface Announcement {
  id: number;
  company_id: number;
  visitor_id: number | null;
  visit_id: number | null;
  kind: MessageKind;
  channel: 'email' | 'sms';
  recipient: string;
  language: Language;
  house: string;
  time_zone: string;
  tenant: string;
}

export interface ArrivalAnnouncement extends Announcement {
  kind: ArrivalKind;
  visitor_id: number;
  visit_id: number;
  visitor: string;
  visitorCompany: string;
  host: string | null;
  wifi_info: string | null;
  closing: string | null;
  at: string;
}

const nextId = sql`nextval('message_id_seq')::int`;

export interface ExpectedAnnouncement extends Announcement {
  visitor_id: number;
  closing: string | null;
}

/** What is to be told of these visits, as the settings in force at the tenants visited have it. */
export async function listArrivals(db: Db, visitIds: readonly number[]): Promise<ArrivalAnnouncement[]> {
  const { rows } = await sql<ArrivalAnnouncement>`
    select ${nextId} as id, o.company_id, o.visitor_id, o.id as visit_id, wanted.kind, wanted.channel, wanted.recipient,
      wanted.language, c.name as house, c.time_zone, t.name as tenant, v.name as visitor,
      v.company_name as "visitorCompany", e.name as host, s.wifi_info, s.custom_additional_info as closing,
      o.checked_in_at as at
    from visit o
    join visitor v on v.id = o.visitor_id
    join tenant t on t.id = o.tenant_id
    join company c on c.id = o.company_id
    join tenant_settings_in_force s on s.for_tenant_id = o.tenant_id
    left join employee e on e.id = o.employee_id
    cross join lateral ${wantedBy(sql`v.phone`)}
    where o.id = any(${[...visitIds]}::int[]) and ${isWanted}
    order by o.id`.execute(db);
  return rows;
}

/** The phones that are told of a delivery for a tenant. */
export async function listDeliveryAnnouncements(db: Db, tenantId: number): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select ${nextId} as id, t.company_id, null::int as visitor_id, null::int as visit_id, 'delivery' as kind,
      'sms' as channel, phone as recipient, s.delivery_sms_language as language, c.name as house, c.time_zone,
      t.name as tenant
    from tenant t
    join company c on c.id = t.company_id
    join tenant_settings_in_force s on s.for_tenant_id = t.id
    cross join unnest(t.delivery_phones) as phone
    where t.id = ${tenantId} and s.delivery_sms_language is not null`.execute(db);
  return rows;
}

/** Visitors whom a tenant expects, where the settings in force have them told. */
export async function listExpectedAnnouncements(
  db: Db,
  tenantId: number,
  visitorIds: readonly number[],
): Promise<ExpectedAnnouncement[]> {
  const { rows } = await sql<ExpectedAnnouncement>`
    select ${nextId} as id, v.company_id, v.id as visitor_id, null::int as visit_id, 'preregistration' as kind,
      'sms' as channel, v.phone as recipient, s.sms_confirmation_language as language, c.name as house, c.time_zone,
      t.name as tenant, s.custom_additional_info as closing
    from visitor v
    join tenant t on t.id = ${tenantId}
    join company c on c.id = t.company_id
    join tenant_settings_in_force s on s.for_tenant_id = t.id
    where v.id = any(${[...visitorIds]}::int[]) and s.enable_sms_confirmation
    order by v.id`.execute(db);
  return rows;
}

/** A message with what it says, sealed. */
export type Sealed<Row extends Announcement = Announcement> = Row & { content: Buffer };

/** Queues messages, but for those of a visit that have been written before. Answers how many it queued. */
export async function insertAnnouncements(db: Db, messages: readonly Sealed[], hoursOfUse: number): Promise<number> {
  const column = <Name extends keyof Sealed>(name: Name) => messages.map((message) => message[name]);
  const { numAffectedRows = 0n } = await sql`
    insert into message (id, company_id, visitor_id, visit_id, kind, channel, recipient, language, content, expires_at)
    select *, now() + make_interval(hours => ${hoursOfUse}) from unnest(
      ${column('id')}::int[], ${column('company_id')}::int[], ${column('visitor_id')}::int[],
      ${column('visit_id')}::int[], ${column('kind')}::text[], ${column('channel')}::text[],
      ${column('recipient')}::text[], ${column('language')}::text[], ${column('content')}::bytea[]
    )
    on conflict (visit_id, kind, channel, recipient) where visit_id is not null do nothing`.execute(db);
  return Number(numAffectedRows);
}
