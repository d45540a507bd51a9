import { type MessageProblem, smsKinds } from '@vestibule/contract/platform/message-words.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { insertOfArrivals, insertOfEscalations } from './arrival.ts';
import { type Announcing, barMessages, holdMessages } from './hold.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const Announcement = z.strictObject({
  id: int,
  company_id: int,
  visitor_id: int.nullable(),
  kind: z.enum(smsKinds),
  recipient: text,
  language: z.enum(languages),
  house: text,
  time_zone: text,
  tenant: text,
  company_country: text.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

const nextId = sql`nextval('message_id_seq')::int`;
const companyCountry = sql`(
  select r.country_code from tenant_settings r where r.company_id = c.id and r.tenant_id is null) as company_country`;

export const ExpectedAnnouncement = Announcement.extend({
  visitor_id: int,
  closing: text.nullable(),
  tenant_wrote_closing: bool,
});
export type ExpectedAnnouncement = z.infer<typeof ExpectedAnnouncement>;

export interface TenantOfCompany {
  companyId: number;
  tenantId: number;
}

export async function listDeliveryAnnouncements(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
): Promise<Announcement[]> {
  const { rows } = await typedSql(Announcement)`
    select ${nextId} as id, t.company_id, null::int as visitor_id, 'delivery' as kind, phone as recipient, s.delivery_sms_language as language, c.name as house, c.time_zone,
      t.name as tenant, ${companyCountry}
    from tenant t
    join company c on c.id = t.company_id
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    cross join unnest(t.delivery_phones) as phone
    where t.company_id = ${companyId} and t.id = ${tenantId} and s.delivery_sms_language is not null`.execute(db);
  return rows;
}

export async function listExpectedAnnouncements(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
  visitorIds: readonly number[],
): Promise<ExpectedAnnouncement[]> {
  const { rows } = await typedSql(ExpectedAnnouncement)`
    select ${nextId} as id, v.company_id, v.id as visitor_id, 'preregistration' as kind, v.phone as recipient, s.sms_confirmation_language as language, c.name as house, c.time_zone,
      t.name as tenant, s.custom_additional_info as closing, s.tenant_wrote_additional_info as tenant_wrote_closing, ${companyCountry}
    from visitor v
    join tenant t on t.company_id = v.company_id and t.id = ${tenantId}
    join company c on c.id = t.company_id
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    where v.company_id = ${companyId} and v.id = any(${[...visitorIds]}::int[]) and s.enable_sms_confirmation and not exists (
      select from message m
      where m.company_id = v.company_id and m.visitor_id = v.id and m.kind = 'preregistration' and m.state <> 'notSent'
        and m.created_at > now() - interval '24 hours')
    order by v.id`.execute(db);
  return rows;
}

export async function deleteUndecided(db: Db, companyId: number, visitorIds: readonly number[]): Promise<void> {
  await sql`
    delete from message
    where company_id = ${companyId} and visitor_id = any(${[...visitorIds]}::int[])
      and state = 'held' and problem = 'importUndecided'`.execute(db);
}

export interface SealedAnnouncement extends Announcement {
  content: Buffer;
  state: 'queued' | 'held' | 'notSent';
  problem: MessageProblem | null;
}

export interface Announced {
  written: number;
  queued: number;
  held: number;
}

export async function insertAnnouncements(
  db: Db,
  messages: readonly SealedAnnouncement[],
  { companyId, tenantId }: TenantOfCompany,
  announcing: Announcing,
  hoursOfUse: number,
): Promise<Announced> {
  const column = <Name extends keyof SealedAnnouncement>(name: Name) => messages.map((message) => message[name]);
  await sql`
    insert into message (channel, id, company_id, visitor_id, kind, recipient, language, content, state, problem, expires_at)
    select 'sms', *, now() + make_interval(hours => ${hoursOfUse}) from unnest(
      ${column('id')}::int[], ${column('company_id')}::int[], ${column('visitor_id')}::int[], ${column('kind')}::text[],
      ${column('recipient')}::text[], ${column('language')}::text[], ${column('content')}::bytea[],
      ${column('state')}::text[], ${column('problem')}::text[]
    )`.execute(db);
  const queued = messages.filter(({ state }) => state === 'queued').map(({ id }) => id);
  const undecided = messages.filter(({ state }) => state === 'held').length;
  const held = await holdMessages(db, companyId, queued, announcing, tenantId);
  return { written: messages.length, queued: queued.length - held, held: undecided + held };
}

export async function insertArrivals(
  db: Db,
  companyId: number,
  visitIds: readonly number[],
  announcing: Announcing,
): Promise<boolean> {
  const arrivals = sql`(select * from visit where company_id = ${companyId} and id = any(${[...visitIds]}::int[])) o
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id`;
  const { rows } = await typedSql({ id: int })`
    ${insertOfArrivals(arrivals)}
    on conflict (company_id, visit_id, kind, channel, recipient) where visit_id is not null do nothing
    returning id`.execute(db);
  await sql`${insertOfEscalations(arrivals)} on conflict (company_id, visit_id) do nothing`.execute(db);
  const ids = await barMessages(
    db,
    companyId,
    rows.map(({ id }) => id),
    announcing.rules,
  );
  return ids.length > (await holdMessages(db, companyId, ids, announcing));
}
