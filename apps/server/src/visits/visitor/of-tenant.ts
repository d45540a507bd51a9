import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { publishVisitors } from './visitor-changes.ts';
import { lockImports } from '../expected/visitor-import.store.ts';
import { deleteVisitors } from './visitor.store.ts';

/** How many visitors one live event names: what is read for it is one message to each desk. */
const perEvent = 500;

/** Tells the desks that show a tenant's name beside visitors: of those who are there now and of those it expects. */
export async function tellVisitorsOfTenant(db: Db, companyId: number, tenantId: number): Promise<void> {
  const shown = sql`
    select visitor_id as id from visit where tenant_id = ${tenantId} and checked_out_at is null
    union
    select id from visitor where company_id = ${companyId} and preregistered_tenant_id = ${tenantId}`;
  await tell(db, 'visitors_update', companyId, await idsOf(db, shown), [tenantId]);
}

/** Tells the desks that show employees of a tenant beside visitors: of those who visit one of them now. */
export async function tellVisitorsOfEmployees(
  db: Db,
  companyId: number,
  tenantId: number,
  employeeIds: readonly number[],
): Promise<void> {
  const shown = sql`
    select visitor_id as id from visit
    where tenant_id = ${tenantId} and employee_id = any(${[...employeeIds]}::int[]) and checked_out_at is null`;
  await tell(db, 'visitors_update', companyId, await idsOf(db, shown), [tenantId]);
}

/**
 * Keeps whom a tenant has had, and whom it expects, from being changed or checked in until the end of the transaction, and the tenant from
 * expecting others. Answers who they are.
 */
export async function lockVisitorsOfTenant(db: Db, companyId: number, tenantId: number): Promise<number[]> {
  await lockImports(db, tenantId);
  return idsOf(
    db,
    sql`
      select id from visitor
      where company_id = ${companyId} and (
        preregistered_tenant_id = ${tenantId} or id in (select visitor_id from visit where tenant_id = ${tenantId})
      )
      order by id for update`,
  );
}

/**
 * Removes a tenant's visits from the visitors locked before, and with them those of whom nothing is left: no other visit, nobody who
 * expects them, and no wish to be remembered. Whom the tenant expected is expected no more.
 */
export async function removeVisitsOfTenant(
  db: Db,
  companyId: number,
  tenantId: number,
  visitorIds: readonly number[],
): Promise<void> {
  await sql`delete from visit where tenant_id = ${tenantId}`.execute(db);
  const unexpected = await idsOf(
    db,
    sql`
      update visitor set preregistered_tenant_id = null
      where company_id = ${companyId} and preregistered_tenant_id = ${tenantId} returning id`,
  );
  const gone = await idsOf(
    db,
    sql`
      select v.id from visitor v
      where v.id = any(${[...visitorIds]}::int[]) and v.preregistered_tenant_id is null and not v.should_save_data
        and not exists (select from visit o where o.visitor_id = v.id)`,
  );
  await deleteVisitors(db, gone);
  const isGone = new Set(gone);
  const left = unexpected.filter((id) => !isGone.has(id));
  await tell(db, 'visitors_removed', companyId, gone, []);
  await tell(db, 'visitors_update', companyId, left, []);
}

async function idsOf(db: Db, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${statement}`.execute(db);
  return rows.map(({ id }) => id);
}

async function tell(
  db: Db,
  event: 'visitors_update' | 'visitors_removed',
  companyId: number,
  ids: readonly number[],
  tenantIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += perEvent) {
    await publishVisitors(db, event, companyId, ids.slice(start, start + perEvent), tenantIds);
  }
}
