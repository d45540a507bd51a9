import type { Agent } from '@vestibule/contract/access.ts';
import type { GdprHandling } from '@vestibule/contract/settings.ts';
import { sql } from 'kysely';
import { insertOfEntry } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import { inScope, inTenantScope } from '../db/scope.ts';
import type { SmsRules } from '../integrations/sms/limits.ts';
import { insertOfArrivals } from '../notification/arrival.ts';
import { holdAboveLimits } from '../notification/hold.ts';
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

/** Somebody who comes, and where to. */
export interface Arrival {
  name: string;
  companyName: string;
  /** In E.164. */
  phone: string;
  shouldSaveData: boolean;
  /** Whoever is remembered stays so, whatever `shouldSaveData` says. */
  keepsChoice?: boolean;
  tenantId: number;
  employeeId: number | null;
  /** When that was, where it was not just now. */
  at?: Date;
  /** Channels whose messages nobody sends, as far as this process knows. */
  unserved: ReadonlySet<Channel>;
  smsRules: SmsRules;
}

type Channel = 'email' | 'sms';

interface Arrived extends VisitorRow {
  /** The channel of each message that nobody sends. */
  kept: Channel[];
  isQueued: boolean;
}

/**
 * Opens a visit of the visitor with this phone, who is made or brought up to date with what was said on arrival, audits it, and writes
 * the live events and the messages about it. It is what desks do all day, so all of it is one statement.
 * Answers undefined for a tenant out of the actor's scope, or an employee who is not of it. `one_open_visit_per_visitor` refuses a second visit.
 */
export async function openVisit(db: Db, actor: Agent, arrival: Arrival): Promise<Arrived | undefined> {
  const { tenantId, employeeId, unserved, smsRules: rules } = arrival;
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
      select company_id, ${arrival.phone}, ${arrival.name}, ${arrival.companyName},
        ${arrival.shouldSaveData}::boolean or (${arrival.keepsChoice ?? false}::boolean and exists (
          select from visitor r where r.company_id = d.company_id and r.phone = ${arrival.phone} and r.should_save_data))
      from destination d
      on conflict (company_id, phone) do update set
        name = excluded.name, company_name = excluded.company_name, should_save_data = excluded.should_save_data,
        storage_stopped_at = case
          when excluded.should_save_data then null
          when v.should_save_data then now()
          else v.storage_stopped_at end,
        updated_at = now()
      returning id, company_id, name, company_name, phone, should_save_data, storage_stopped_at, preregistered_tenant_id,
        (select p.name from tenant p where p.id = v.preregistered_tenant_id) as preregistered_tenant_name,
        created_at, updated_at, folded_name
    ), opened as (
      insert into visit (company_id, visitor_id, tenant_id, employee_id, checked_in_at)
      select d.company_id, saved.id, d.tenant_id, d.employee_id, coalesce(${arrival.at ?? null}::timestamptz, now())
      from saved, destination d
      returning id, company_id, visitor_id, checked_in_at, tenant_id, employee_id
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
      ${insertOfArrivals(sql`opened o join saved v on v.id = o.visitor_id`, unserved)} returning id, channel, state
    )
    select saved.*, o.id as visit_id, o.checked_in_at, d.*,
      array(select channel from told where state = 'notSent') as kept,
      (select count(*) from told where state = 'queued') > coalesce((
        select ${held} from told where channel = 'sms' and state = 'queued' having count(*) > 0
      ), 0) as "isQueued"
    from saved, opened o, destination d`.execute(db);
  return rows[0];
}

/** What is known of a visit that somebody left. */
export interface Departure {
  visitId?: number | undefined;
  /** When that was, where it was not just now. */
  at?: Date | undefined;
}

/**
 * Closes the open visit of a visitor. Answers undefined when there is none that the actor may close, and where it is not the one that
 * somebody left: another than `visitId`, or begun after `at`. The clocks of two devices may be five minutes apart.
 */
export async function closeVisit(
  db: Db,
  actor: Agent,
  visitorId: number,
  { visitId, at }: Departure,
): Promise<{ id: number; tenant_id: number } | undefined> {
  const { rows } = await sql<{ id: number; tenant_id: number }>`
    update visit set checked_out_at = greatest(coalesce(${at ?? null}::timestamptz, now()), checked_in_at)
    where visitor_id = ${visitorId} and checked_out_at is null and ${inTenantScope(actor, 'tenant_id')}
      and id = coalesce(${visitId ?? null}::int, id)
      and (${at ?? null}::timestamptz is null or checked_in_at <= ${at ?? null}::timestamptz + interval '5 minutes')
    returning id, tenant_id`.execute(db);
  return rows[0];
}

/** The retention in force at a tenant, or null where visitor data is kept until somebody removes it. */
export async function findRetention(db: Db, tenantId: number): Promise<GdprHandling | null> {
  const { rows } = await sql<{ gdpr_handling: GdprHandling | null }>`
    select case when enable_gdpr then gdpr_handling end as gdpr_handling
    from tenant_settings_in_force where for_tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.gdpr_handling ?? null;
}

/** Removes a visit as if it had not been. */
export async function deleteVisit(db: Db, visitId: number): Promise<void> {
  await db.deleteFrom('visit').where('id', '=', visitId).execute();
}

/** Removes every visit of a visitor that has ended. */
export async function deletePastVisits(db: Db, visitorId: number): Promise<void> {
  await sql`
    delete from visit where id in (
      select id from visit where visitor_id = ${visitorId} and checked_out_at is not null order by id for update
    )`.execute(db);
}
