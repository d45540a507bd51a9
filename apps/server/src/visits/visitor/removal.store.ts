import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { bool, typedSql } from '../../platform/db/typed-sql.ts';

/** Keeps the visits of a visitor as they are until the end of the transaction. */
export async function lockVisits(db: Db, visitorId: number): Promise<void> {
  await sql`select from visit where visitor_id = ${visitorId} order by id for update`.execute(db);
}

/** Removes the visits to a tenant that have ended. */
export async function deletePastVisitsTo(db: Db, tenantId: number, visitorId: number): Promise<void> {
  await sql`
    delete from visit
    where visitor_id = ${visitorId} and tenant_id = ${tenantId} and checked_out_at is not null`.execute(db);
}

/** The tenant does not expect the visitor any more. */
export async function endPreregistration(db: Db, visitorId: number, tenantId: number): Promise<void> {
  await sql`
    update visitor set preregistered_tenant_id = null
    where id = ${visitorId} and preregistered_tenant_id = ${tenantId}`.execute(db);
}

/** Whether nothing keeps the visitor any more: no visit, no tenant that expects them, no wish to be remembered. */
export async function isForgotten(db: Db, visitorId: number): Promise<boolean> {
  const { rows } = await typedSql({ is_forgotten: bool })`
    select v.preregistered_tenant_id is null
      and not (v.should_save_data and coalesce(v.saved_until > now(), false))
      and not exists (select from visit o where o.visitor_id = v.id) as is_forgotten
    from visitor v where v.id = ${visitorId}`.execute(db);
  return rows[0]?.is_forgotten ?? false;
}

/** The visit ended, so lists order and find the visitor by the remembered data again. */
export async function clearCurrentData(db: Db, visitorId: number): Promise<void> {
  await sql`update visitor set current_name = null, current_company_name = null where id = ${visitorId}`.execute(db);
}

/** Leaves of a visitor whom a tenant expects the data of that expectation. Answers whether a tenant does. */
export async function clearMemoryOfExpected(db: Db, visitorId: number): Promise<boolean> {
  const { rows } = await sql`
    update visitor set
      name = coalesce(expected_name, name), company_name = coalesce(expected_company_name, company_name),
      expected_name = coalesce(expected_name, name), expected_company_name = coalesce(expected_company_name, company_name),
      should_save_data = false, storage_stopped_at = null, saved_until = null
    where id = ${visitorId} and preregistered_tenant_id is not null returning id`.execute(db);
  return rows.length > 0;
}
