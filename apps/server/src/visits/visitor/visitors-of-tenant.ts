import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { expectedNoMore } from './expectation.sql.ts';
import { forgetRepliesAboutGuests, removeVisits } from './guest-of-visit.ts';
import { isInvited } from './remembered.sql.ts';
import { publishVisitors } from './visitor-changes.ts';
import { deleteVisitors } from './visitor.store.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Visitors per live event. */
const perEvent = 500;

interface TenantOfCompany {
  companyId: number;
  tenantId: number;
}

/** Publishes visitors inside and expected. */
export async function publishVisitorsOfTenant(db: Db, { companyId, tenantId }: TenantOfCompany): Promise<void> {
  const shown = sql`
    select visitor_id as id from visit
    where company_id = ${companyId} and tenant_id = ${tenantId} and checked_out_at is null
    union
    select id from visitor where company_id = ${companyId} and preregistered_tenant_id = ${tenantId}`;
  await publishFor(db, 'visitors_update', companyId, await idsOf(db, shown), [tenantId]);
}

export async function publishVisitorsOfEmployees(
  db: Db,
  { companyId, tenantId, employeeIds }: TenantOfCompany & { employeeIds: readonly number[] },
): Promise<void> {
  const shown = sql`
    select visitor_id as id from visit
    where company_id = ${companyId} and tenant_id = ${tenantId} and employee_id = any(${[...employeeIds]}::int[]) and checked_out_at is null
    union
    select id from visitor
    where company_id = ${companyId} and preregistered_tenant_id = ${tenantId}
      and expected_employee_id = any(${[...employeeIds]}::int[])`;
  await publishFor(db, 'visitors_update', companyId, await idsOf(db, shown), [tenantId]);
}

/** An arbitrary constant: advisory lock of one import per tenant. */
const importLock = 7_130_012;

export async function lockImports(db: Db, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${importLock}::int, ${tenantId}::int)`.execute(db);
}

/** Locks the visitors whom the tenant expects for a host, before employees are locked and deleted. */
export async function lockExpectedForHosts(db: Db, { companyId, tenantId }: TenantOfCompany): Promise<void> {
  await lockImports(db, tenantId);
  await sql`
    select from visitor
    where company_id = ${companyId} and preregistered_tenant_id = ${tenantId} and expected_employee_id is not null
    order by id for update`.execute(db);
}

/** The tenant still expects the visitor. */
export async function forgetExpectedHosts(
  db: Db,
  { companyId, tenantId, employeeIds }: TenantOfCompany & { employeeIds: readonly number[] },
): Promise<void> {
  const changed = sql`
    update visitor set expected_employee_id = null
    where company_id = ${companyId} and preregistered_tenant_id = ${tenantId}
      and expected_employee_id = any(${[...employeeIds]}::int[])
    returning id`;
  await publishFor(db, 'visitors_update', companyId, await idsOf(db, changed), [tenantId]);
}

export interface HeldVisits {
  isVisited(): Promise<boolean>;
  remove(): Promise<void>;
}

/** Locks expected and past visitors and guests by id, before the tenant. */
export async function holdVisits(db: Db, { companyId, tenantId }: TenantOfCompany): Promise<HeldVisits> {
  await lockImports(db, tenantId);
  const visitorIds = await idsOf(
    db,
    sql`
      select id from visitor
      where company_id = ${companyId} and id in (
        select id from visitor where company_id = ${companyId} and preregistered_tenant_id = ${tenantId}
        union all
        select visitor_id from visit where company_id = ${companyId} and tenant_id = ${tenantId}
        union all
        select g.visitor_id from guest g join meeting m on m.company_id = g.company_id and m.id = g.meeting_id
        where m.company_id = ${companyId} and m.tenant_id = ${tenantId}
      )
      order by id for update`,
  );
  return {
    async isVisited() {
      const open = sql`
        select id from visit where company_id = ${companyId} and tenant_id = ${tenantId} and checked_out_at is null limit 1`;
      return (await idsOf(db, open)).length > 0;
    },
    remove: () => removeVisitsOf(db, { companyId, tenantId }, visitorIds),
  };
}

async function removeVisitsOf(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
  visitorIds: readonly number[],
): Promise<void> {
  await removeVisits(
    db,
    companyId,
    sql`select id from visit where company_id = ${companyId} and tenant_id = ${tenantId}`,
  );
  // The tenant takes its meetings and their guests along.
  await forgetRepliesAboutGuests(
    db,
    sql`
      select ig.id from invitation i join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id
      where i.company_id = ${companyId} and i.tenant_id = ${tenantId}`,
  );
  const unexpected = await idsOf(
    db,
    sql`
      update visitor set ${expectedNoMore}
      where company_id = ${companyId} and preregistered_tenant_id = ${tenantId} returning id`,
  );
  const gone = await idsOf(
    db,
    sql`
      select v.id from visitor v
      where v.company_id = ${companyId} and v.id = any(${[...visitorIds]}::int[]) and v.preregistered_tenant_id is null and not v.should_save_data
        and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id) and not ${isInvited}`,
  );
  await deleteVisitors(db, companyId, gone);
  const isGone = new Set(gone);
  const left = unexpected.filter((id) => !isGone.has(id));
  await publishFor(db, 'visitors_removed', companyId, gone, []);
  await publishFor(db, 'visitors_update', companyId, left, []);
}

async function idsOf(db: Db, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`${statement}`.execute(db);
  return rows.map(({ id }) => id);
}

async function publishFor(
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
