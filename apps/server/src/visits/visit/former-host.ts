import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

interface EmployeesOfTenant {
  tenantId: number;
  employeeIds: readonly number[];
}

export async function keepHostNames(db: Db, { tenantId, employeeIds }: EmployeesOfTenant): Promise<void> {
  await sql`
    with past as (
      select v.id, e.name from visit v join employee e on e.tenant_id = v.tenant_id and e.id = v.employee_id
      where v.tenant_id = ${tenantId} and v.employee_id = any(${[...employeeIds]}::int[]) and v.checked_out_at is not null
      order by v.id for no key update of v
    )
    update visit v set former_host = past.name, employee_id = null from past where v.id = past.id`.execute(db);
}

/** Stores which visits belong to employees before they are deleted, so that returning employees get them back. */
export async function recordFormerVisits(db: Db, { tenantId, employeeIds }: EmployeesOfTenant): Promise<void> {
  await sql`
    insert into former_visit (visit_id, tenant_id, employee_id)
    select id, tenant_id, employee_id from visit
    where tenant_id = ${tenantId} and employee_id = any(${[...employeeIds]}::int[])
    order by id for key share
    on conflict (visit_id) do update set employee_id = excluded.employee_id`.execute(db);
}

export async function returnFormerVisits(db: Db, { tenantId, employeeIds }: EmployeesOfTenant): Promise<void> {
  await sql`
    with back as (
      delete from former_visit where tenant_id = ${tenantId} and employee_id = any(${[...employeeIds]}::int[])
      returning visit_id, employee_id
    ), past as (
      select v.id, back.employee_id from visit v join back on back.visit_id = v.id
      where v.tenant_id = ${tenantId} and v.employee_id is null order by v.id for no key update of v
    )
    update visit v set employee_id = past.employee_id, former_host = null from past where v.id = past.id`.execute(db);
}
