import type { Agent } from '@vestibule/contract/access.ts';
import type { GdprHandling } from '@vestibule/contract/settings.ts';
import { sql } from 'kysely';
import { insertOfEntry } from '../audit/audit.ts';
import { type Db, onlyRow } from '../db/database.ts';
import { inScope, inTenantScope } from '../db/scope.ts';
import { type ArrivalPlan, arrivalPlan, insertOfArrival, type SealedTelling } from '../notification/arrival.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';
import { channelsOf } from '../visitor/visitor.ts';

/** Where somebody wants to go, and who is told when they come. */
export interface Destination extends ArrivalPlan {
  company_id: number;
  tenant_name: string;
  country_code: string;
  employee_name: string | null;
  employee_phone: string | null;
  now: string;
}

/** A tenant in the actor's scope with the settings in force, and the employee of it, if one is asked for. */
export async function findDestination(
  db: Db,
  actor: Agent,
  tenantId: number,
  employeeId: number | null,
): Promise<Destination | undefined> {
  const { rows } = await sql<Destination & { has_employee: boolean }>`
    select t.company_id, t.name as tenant_name, s.country_code, e.id is not null as has_employee, e.name as employee_name,
      e.phone as employee_phone, now() as now, ${arrivalPlan}
    from tenant t
    join company c on c.id = t.company_id
    join tenant_settings_in_force s on s.for_tenant_id = t.id
    left join employee e on e.tenant_id = t.id and e.id = ${employeeId}
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`.execute(db);
  const [row] = rows;
  return employeeId !== null && !row?.has_employee ? undefined : row;
}

/** Somebody who comes, and where to. */
export interface Arrival {
  companyId: number;
  name: string;
  companyName: string;
  phone: string;
  shouldSaveData: boolean;
  tenantId: number;
  employeeId: number | null;
  at: Date | string;
  messages: readonly SealedTelling[];
}

type ArrivedVisitor = Omit<VisitorRow, 'tenant_name' | 'employee_name' | 'employee_phone'>;

/**
 * Opens a visit of the visitor with this phone, who is made or brought up to date with what was said on arrival, audits it, and writes
 * the live events and the messages about it. It is what desks do all day, so all of it is one statement.
 * `one_open_visit_per_visitor` refuses a second one.
 */
export async function openVisit(db: Db, actor: Agent, arrival: Arrival): Promise<ArrivedVisitor> {
  const { companyId, tenantId, messages } = arrival;
  const act = { action: 'visit.checkedIn', companyId, subject: 'visit' } as const;
  const visitorId = sql<number>`(select id from saved)`;
  const visitId = sql<number>`(select visit_id from opened)`;
  const told =
    messages.length > 0 ? sql`, told as (${insertOfArrival(messages, { companyId, visitorId, visitId })})` : sql``;
  const { rows } = await sql<ArrivedVisitor>`
    with saved as (
      insert into visitor as v (company_id, phone, name, company_name, should_save_data)
      values (${companyId}, ${arrival.phone}, ${arrival.name}, ${arrival.companyName}, ${arrival.shouldSaveData})
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
      select ${companyId}, id, ${tenantId}, ${arrival.employeeId}, ${arrival.at}::timestamptz from saved
      returning id as visit_id, checked_in_at, tenant_id, employee_id
    ), entry as (
      ${insertOfEntry(actor, { ...act, subjectId: visitId })}
    ), events as (
      insert into live_outbox (channel, event, ids)
      select channel, 'visitors_update', array[id]
      from saved cross join unnest(
        ${channelsOf(companyId, [tenantId])}::text[] ||
        case when preregistered_tenant_id <> ${tenantId} then 'tenant:' || preregistered_tenant_id end
      ) as channel
      where channel is not null
    ) ${told}
    select * from saved, opened`.execute(db);
  return onlyRow(rows);
}

/** Closes the open visit of a visitor. Answers undefined when there is none that the actor may close. */
export async function closeVisit(
  db: Db,
  actor: Agent,
  visitorId: number,
  at?: Date,
): Promise<{ id: number; tenant_id: number } | undefined> {
  const { rows } = await sql<{ id: number; tenant_id: number }>`
    update visit set checked_out_at = greatest(coalesce(${at ?? null}::timestamptz, now()), checked_in_at)
    where visitor_id = ${visitorId} and checked_out_at is null and ${inTenantScope(actor, 'tenant_id')}
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
  await sql`delete from visit where visitor_id = ${visitorId} and checked_out_at is not null`.execute(db);
}
