import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { GdprHandling } from '@vestibule/contract/building/settings.ts';
import { type RawBuilder, sql } from 'kysely';
import { insertOfEntry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { insertOfArrivals } from '../notification/arrival.ts';
import { barrierOf, smsCountryOf } from '../../platform/outbox/barrier.ts';
import { holdAboveLimits } from '../notification/hold.ts';
import { assignArrival, mayRemember } from '../visitor/remembered.sql.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';

/** The country that the settings in force at a tenant name; undefined for one out of the actor's scope. */
export async function findCountry(db: Db, actor: Agent, tenantId: number): Promise<string | undefined> {
  const { rows } = await sql<{ country_code: string }>`
    select s.country_code
    from tenant t
    join tenant_settings_in_force s on s.for_tenant_id = t.id
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`.execute(db);
  return rows[0]?.country_code;
}

/**
 * How the server knows who the visitor is: a desk checked them in, they showed the code that was sent to them, or their phone was typed
 * at a kiosk, which proves nothing.
 */
export type Identification = 'desk' | 'code' | 'phoneAtKiosk';

/** A check-in. */
export interface Arrival {
  name: string;
  companyName: string;
  /** E.164. */
  phone: string;
  shouldSaveData: boolean;
  /** A remembered visitor stays remembered, whatever `shouldSaveData` says. */
  keepsChoice?: boolean;
  identifiedBy: Identification;
  tenantId: number;
  employeeId: number | null;
  /** The time of the check-in. Defaults to now. */
  at?: Date;
  /** Channels without a provider, as far as this process knows. */
  unserved: ReadonlySet<Channel>;
  smsRules: SmsRules;
}

type Channel = 'email' | 'sms';

interface Arrived extends VisitorRow {
  /** The channel of each message that was written as not sent. */
  kept: Channel[];
  isQueued: boolean;
}

/**
 * Opens a visit of the visitor with this phone, audits it, and writes the live events and the messages about it, all in one statement.
 * The visit keeps the data of the arrival. `assignArrival` decides whether the visitor row takes them over too.
 * Answers undefined for a tenant out of the actor's scope and for an employee of another tenant. `one_open_visit_per_phone` refuses a second open visit.
 */
export async function openVisit(db: Db, actor: Agent, arrival: Arrival): Promise<Arrived | undefined> {
  const { tenantId, employeeId, unserved, smsRules: rules, identifiedBy } = arrival;
  const act = { action: 'visit.checkedIn', subject: 'visit' } as const;
  const entry = { ...act, companyId: sql<number>`o.company_id`, subjectId: sql<number>`o.id` };
  const held = holdAboveLimits(sql`array_agg(id)`, { sender: actor, rules });
  const { rows } = await sql<Arrived>`
    with destination as (
      select t.company_id, t.id as tenant_id, t.name as tenant_name, e.id as employee_id, e.name as employee_name,
        e.phone as employee_phone
      from tenant t
      left join employee e on e.tenant_id = t.id and e.id = ${employeeId}
      where t.id = ${tenantId} and (${employeeId}::int is null or e.id is not null)
        and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}
    ), saved as (
      insert into visitor as v (company_id, phone, name, company_name, should_save_data)
      select company_id, ${arrival.phone}, ${arrival.name}, ${arrival.companyName}, ${arrival.shouldSaveData}::boolean
      from destination
      on conflict (company_id, phone) do update set ${assignArrival(meetingOf(actor, arrival))}
      returning id, company_id, name, company_name, phone, should_save_data, storage_stopped_at, preregistered_tenant_id,
        (select p.name from tenant p where p.id = v.preregistered_tenant_id) as preregistered_tenant_name,
        preregistered_at, expected_name, expected_company_name, expected_should_save_data, current_name, created_at, updated_at,
        folded_name
    ), opened as (
      insert into visit (company_id, visitor_id, name, company_name, phone, should_save_data, opt_out, tenant_id, employee_id, checked_in_at)
      select d.company_id, saved.id, ${arrival.name}, ${arrival.companyName}, saved.phone, ${arrival.shouldSaveData}::boolean,
        case when ${optsOut(arrival)} then ${scopeOfOptOut(identifiedBy)} end,
        d.tenant_id, d.employee_id, coalesce(${arrival.at ?? null}::timestamptz, now())
      from saved, destination d
      returning id, company_id, visitor_id, name, company_name, phone, should_save_data, opt_out, checked_in_at, tenant_id, employee_id
    ), entry as (
      ${insertOfEntry(actor, entry, sql`from opened o`)}
    ), events as (
      insert into live_outbox (channel, event, ids)
      select channel, 'visitors_update', array[saved.id]
      from saved, unnest(array[
        'managers:' || company_id, 'reception:' || company_id, 'tenant:' || ${tenantId}::int,
        'tenant:' || nullif(preregistered_tenant_id, ${tenantId})
      ]) as channel
      where channel is not null
    ), told as (
      ${insertOfArrivals(sql`opened o`, unserved, barrierOfVisitor(arrival))} returning id, channel, state
    )
    select saved.*, o.id as visit_id, o.name as visit_name, o.company_name as visit_company_name, o.phone as visit_phone,
      o.should_save_data as visit_should_save_data, o.opt_out, o.name as shown_name, o.company_name as shown_company_name,
      o.phone as shown_phone, saved.should_save_data and o.opt_out is null as shown_should_save_data,
      o.checked_in_at, d.*,
      array(select channel from told where state = 'notSent') as kept,
      (select count(*) from told where state = 'queued') > coalesce((
        select ${held} from told where channel = 'sms' and state = 'queued' having count(*) > 0
      ), 0) as "isQueued"
    from saved, opened o, destination d`.execute(db);
  return rows[0];
}

/** Why the phone of the visitor gets no SMS, or null. The statement itself compares the country with that of the company. */
function barrierOfVisitor({ phone, smsRules: { countries } }: Arrival): RawBuilder<string | null> {
  const outsideCompany = barrierOf(phone, null, countries);
  if (outsideCompany !== 'countryNotAllowed' || !countries.ofCompany) return sql`${outsideCompany}::text`;
  return sql`(
    select nullif(${outsideCompany}::text, case when c.country_code = ${smsCountryOf(phone)} then ${outsideCompany}::text end)
    from tenant_settings c where c.company_id = o.company_id and c.tenant_id is null)`;
}

function meetingOf(actor: Agent, { identifiedBy, keepsChoice = false }: Arrival) {
  return { takesOver: identifiedBy === 'phoneAtKiosk' ? sql<boolean>`false` : mayRemember(actor), keepsChoice };
}

/** The condition that the arrival of the visitor `saved` ends a remembering. */
function optsOut({ shouldSaveData, keepsChoice = false }: Arrival): RawBuilder<boolean> {
  if (shouldSaveData) return sql`false`;
  return sql`saved.storage_stopped_at is not null or (saved.should_save_data and not ${keepsChoice}::boolean)`;
}

/**
 * What the opt-out of an arrival removes. The row `saved` that is still to be remembered belongs to other tenants too, and only the visits to
 * this tenant go.
 */
function scopeOfOptOut(identifiedBy: Identification): RawBuilder<string> {
  if (identifiedBy === 'phoneAtKiosk') return sql`'visit'`;
  return sql`case when saved.should_save_data then 'tenantVisits' else 'tenant' end`;
}

/** Which visit a visitor left, as far as the caller knows, and when. */
export interface Departure {
  visitId?: number | undefined;
  /** When the visit began. */
  checkedInAt?: Date | undefined;
  /** The time of the check-out. Defaults to now. */
  at?: Date | undefined;
}

export interface ClosedVisit {
  id: number;
  tenant_id: number;
  phone: string;
  opt_out: 'visit' | 'tenantVisits' | 'tenant' | null;
}

/**
 * Closes the open visit of a visitor. Answers undefined when the actor may close none, when the open visit is not `visitId`, did not begin at
 * `checkedInAt`, or began after `at`. The clocks of two devices may differ by five minutes.
 */
export async function closeVisit(
  db: Db,
  actor: Agent,
  visitorId: number,
  { visitId, checkedInAt, at }: Departure,
): Promise<ClosedVisit | undefined> {
  const { rows } = await sql<ClosedVisit>`
    update visit set checked_out_at = greatest(coalesce(${at ?? null}::timestamptz, now()), checked_in_at)
    where visitor_id = ${visitorId} and checked_out_at is null and ${inTenantScope(actor, 'tenant_id')}
      and id = coalesce(${visitId ?? null}::int, id)
      and checked_in_at = coalesce(${checkedInAt ?? null}::timestamptz, checked_in_at)
      and (${at ?? null}::timestamptz is null or checked_in_at <= ${at ?? null}::timestamptz + interval '5 minutes')
    returning id, tenant_id, phone, opt_out`.execute(db);
  return rows[0];
}

/** The retention in force at a tenant, or null where visitor data is kept until somebody removes it. */
export async function findRetention(db: Db, tenantId: number): Promise<GdprHandling | null> {
  const { rows } = await sql<{ gdpr_handling: GdprHandling | null }>`
    select case when enable_gdpr then gdpr_handling end as gdpr_handling
    from tenant_settings_in_force where for_tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.gdpr_handling ?? null;
}

/** Removes a visit that has ended. */
export async function deleteVisit(db: Db, visitId: number): Promise<void> {
  await db.deleteFrom('visit').where('id', '=', visitId).execute();
}

/** Removes the visits of a visitor to a tenant that have ended, also those from before the visitor was last forgotten. */
export async function deletePastVisitsTo(
  db: Db,
  visitorId: number,
  { tenant_id: tenantId, phone }: Pick<ClosedVisit, 'tenant_id' | 'phone'>,
): Promise<void> {
  await sql`
    delete from visit where id in (
      select o.id from visit o join tenant t on t.id = ${tenantId} and t.company_id = o.company_id
      where o.tenant_id = t.id and o.checked_out_at is not null
        and (o.visitor_id = ${visitorId} or (o.visitor_id is null and o.phone = ${phone}))
      order by o.id for update of o
    )`.execute(db);
}
