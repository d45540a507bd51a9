import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { inScope } from '../../accounts/scope/scope.ts';
import { joinVisit, type ShownVisitorRow, visitorColumns, type VisitorRow } from './visitor.rows.ts';

/** The visitors whom the actor may see: of a tenant's user those who visit it now or are pre-registered for it. */
function visibleTo(actor: Agent): RawBuilder<boolean> {
  const companies = inScope(actor, 'v.company_id');
  if (actor.tenantId === null) return companies;
  return sql`${companies} and (v.preregistered_tenant_id = ${actor.tenantId} or o.tenant_id = ${actor.tenantId})`;
}

export async function findVisitor(db: Db, actor: Agent, visitorId: number): Promise<VisitorRow | undefined> {
  const { rows } = await sql<VisitorRow>`
    select ${visitorColumns} from visitor v ${joinVisit} where v.id = ${visitorId} and ${visibleTo(actor)}`.execute(db);
  return rows[0];
}

/** A visitor of a company by phone. A tenant's user finds only those whom the tenant has had, or expects. */
export async function findVisitorByPhone(
  db: Db,
  actor: Agent,
  companyId: number,
  phone: string,
): Promise<VisitorRow | undefined> {
  const known =
    actor.tenantId === null
      ? sql`true`
      : sql`(v.preregistered_tenant_id = ${actor.tenantId}
          or exists (select from visit past where past.visitor_id = v.id and past.tenant_id = ${actor.tenantId}))`;
  const { rows } = await sql<VisitorRow>`
    select ${visitorColumns} from visitor v ${joinVisit}
    where v.company_id = ${companyId} and v.phone = ${phone} and ${inScope(actor, 'v.company_id')} and ${known}`.execute(
    db,
  );
  return rows[0];
}

/** In the order of their ids; those of another company are left out. */
export async function listVisitorsById(db: Db, companyId: number, ids: readonly number[]): Promise<VisitorRow[]> {
  const { rows } = await sql<VisitorRow>`
    select ${visitorColumns} from visitor v ${joinVisit}
    where v.company_id = ${companyId} and v.id = any(${[...ids]}::int[]) order by v.id`.execute(db);
  return rows;
}

/** Of these visitors, those who visit the tenant now or are pre-registered for it. */
export async function listVisitorsOfTenantById(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<VisitorRow[]> {
  const { rows } = await sql<VisitorRow>`
    select ${visitorColumns} from visitor v ${joinVisit}
    where v.id = any(${[...ids]}::int[]) and (v.preregistered_tenant_id = ${tenantId} or o.tenant_id = ${tenantId})
    order by v.id`.execute(db);
  return rows;
}

/** What a tenant may recall of a visitor. */
type Recalled = Pick<
  ShownVisitorRow,
  'shown_name' | 'shown_company_name' | 'shown_phone' | 'shown_should_save_data' | 'created_at' | 'updated_at'
>;

/** The data of the last visit to a tenant, as a row shows them. */
export async function findLastVisitTo(db: Db, tenantId: number, visitorId: number): Promise<Recalled | undefined> {
  const { rows } = await sql<Recalled>`
    select name as shown_name, company_name as shown_company_name, phone as shown_phone,
      should_save_data as shown_should_save_data, checked_in_at as created_at, checked_in_at as updated_at
    from visit where visitor_id = ${visitorId} and tenant_id = ${tenantId}
    order by checked_in_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Removes the kept answers in which somebody stands as a conflict: they name the phone alone, by which they would not be found again. */
export async function forgetConflictsOf(db: Db, phone: string): Promise<void> {
  await deleteRepliesNaming(db, [phone]);
}

/** Removes the kept answers to many at once that name any of these visitors, by id, or conflicts, by phone. */
async function deleteRepliesNaming(db: Db, people: readonly string[]): Promise<void> {
  await sql`
    delete from idempotent_reply where reply ? 'visitors' and people_named(reply) && ${[...people]}::text[]`.execute(
    db,
  );
}

/** Keeps others from starting a visit of this visitor of the actor's companies, or changing it, until the end of the transaction. */
export async function lockVisitor(db: Db, actor: Agent, visitorId: number): Promise<void> {
  await sql`
    select from visitor v where v.id = ${visitorId} and ${inScope(actor, 'v.company_id')} for update of v`.execute(db);
}

/** Removes the kept answers that speak of these visitors. */
export async function deleteRepliesOf(
  db: Db,
  visitorIds: readonly number[],
  phones: readonly string[] = [],
): Promise<void> {
  await sql`delete from idempotent_reply where visitor_id = any(${[...visitorIds]}::int[])`.execute(db);
  await deleteRepliesNaming(db, [...visitorIds.map(String), ...phones]);
}

/**
 * Removes visitor rows, the messages to these visitors, and the kept answers that speak of them. Their visits stay, with the messages about
 * them, until the retention of the tenants visited ends.
 */
export async function deleteVisitors(db: Db, visitorIds: readonly number[]): Promise<void> {
  const ids = [...visitorIds];
  await sql`
    delete from message where id in (
      select m.id from message m join visitor v on v.company_id = m.company_id and v.id = m.visitor_id
      where v.id = any(${ids}::int[]) and m.visit_id is null order by m.id for update of m
    )`.execute(db);
  const { rows } = await sql<{ phone: string }>`
    delete from visitor where id = any(${ids}::int[]) returning phone`.execute(db);
  await deleteRepliesOf(
    db,
    ids,
    rows.map(({ phone }) => phone),
  );
}
