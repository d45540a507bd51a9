import type { SmsKind } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { insertOfArrivals } from './arrival.ts';

/** An SMS to write, with the id that it will have, and what its text may need to know. */
export interface Announcement {
  id: number;
  company_id: number;
  visitor_id: number | null;
  kind: SmsKind;
  recipient: string;
  language: Language;
  house: string;
  time_zone: string;
  tenant: string;
}

const nextId = sql`nextval('message_id_seq')::int`;

export interface ExpectedAnnouncement extends Announcement {
  visitor_id: number;
  closing: string | null;
}

/** The phones that are told of a delivery for a tenant. */
export async function listDeliveryAnnouncements(db: Db, tenantId: number): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select ${nextId} as id, t.company_id, null::int as visitor_id, 'delivery' as kind, phone as recipient, s.delivery_sms_language as language, c.name as house, c.time_zone,
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
    select ${nextId} as id, v.company_id, v.id as visitor_id, 'preregistration' as kind, v.phone as recipient, s.sms_confirmation_language as language, c.name as house, c.time_zone,
      t.name as tenant, s.custom_additional_info as closing
    from visitor v
    join tenant t on t.id = ${tenantId}
    join company c on c.id = t.company_id
    join tenant_settings_in_force s on s.for_tenant_id = t.id
    where v.id = any(${[...visitorIds]}::int[]) and s.enable_sms_confirmation
    order by v.id`.execute(db);
  return rows;
}

/** Queues SMS with what they say, sealed. Answers how many. */
export async function insertAnnouncements(
  db: Db,
  messages: readonly (Announcement & { content: Buffer })[],
  hoursOfUse: number,
): Promise<number> {
  const column = <Name extends keyof (typeof messages)[number]>(name: Name) => messages.map((message) => message[name]);
  const { numAffectedRows = 0n } = await sql`
    insert into message (channel, id, company_id, visitor_id, kind, recipient, language, content, expires_at)
    select 'sms', *, now() + make_interval(hours => ${hoursOfUse}) from unnest(
      ${column('id')}::int[], ${column('company_id')}::int[], ${column('visitor_id')}::int[], ${column('kind')}::text[],
      ${column('recipient')}::text[], ${column('language')}::text[], ${column('content')}::bytea[]
    )`.execute(db);
  return Number(numAffectedRows);
}

/** Queues what is to be told of visits, but for what has been before. Answers how many messages. */
export async function insertArrivals(db: Db, visitIds: readonly number[]): Promise<number> {
  const visits = sql`(select * from visit where id = any(${[...visitIds]}::int[])) o`;
  const { numAffectedRows = 0n } = await sql`
    ${insertOfArrivals(visits)}
    on conflict (visit_id, kind, channel, recipient) where visit_id is not null do nothing`.execute(db);
  return Number(numAffectedRows);
}
