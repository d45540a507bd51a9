import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { inScope } from '../../accounts/scope/scope.ts';
import { joinVisit, ShownVisitorRow, visitorColumns, VisitorRow } from './visitor.rows.ts';
import { typedSql, text } from '../../platform/db/typed-sql.ts';

/** A tenant's user sees visitors inside at or expected by the tenant. */
function visibleTo(actor: Agent): RawBuilder<boolean> {
  const companies = inScope(actor, 'v.company_id');
  if (actor.tenantId === null) return companies;
  return sql`${companies} and (v.preregistered_tenant_id = ${actor.tenantId} or o.tenant_id = ${actor.tenantId})`;
}

export async function findVisitor(db: Db, actor: Agent, visitorId: number): Promise<VisitorRow | undefined> {
  const { rows } = await typedSql(VisitorRow)`
    select ${visitorColumns} from visitor v ${joinVisit} where v.id = ${visitorId} and ${visibleTo(actor)}`.execute(db);
  return rows[0];
}

/** A tenant's user finds visitors whom the tenant expects or who have visited it. */
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
          or exists (select from visit past where past.company_id = v.company_id and past.visitor_id = v.id and past.tenant_id = ${actor.tenantId}))`;
  const { rows } = await typedSql(VisitorRow)`
    select ${visitorColumns} from visitor v ${joinVisit}
    where v.company_id = ${companyId} and v.phone = ${phone} and ${inScope(actor, 'v.company_id')} and ${known}`.execute(
    db,
  );
  return rows[0];
}

export async function listVisitorsById(db: Db, companyId: number, ids: readonly number[]): Promise<VisitorRow[]> {
  const { rows } = await typedSql(VisitorRow)`
    select ${visitorColumns} from visitor v ${joinVisit}
    where v.company_id = ${companyId} and v.id = any(${[...ids]}::int[]) order by v.id`.execute(db);
  return rows;
}

export async function listVisitorsOfTenantById(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<VisitorRow[]> {
  const { rows } = await typedSql(VisitorRow)`
    select ${visitorColumns} from visitor v ${joinVisit}
    where v.company_id = (select company_id from tenant where id = ${tenantId}) and v.id = any(${[...ids]}::int[])
      and (v.preregistered_tenant_id = ${tenantId} or o.tenant_id = ${tenantId})
    order by v.id`.execute(db);
  return rows;
}

const LastVisitRow = ShownVisitorRow.pick({
  shown_name: true,
  shown_company_name: true,
  shown_phone: true,
  shown_should_save_data: true,
  created_at: true,
  updated_at: true,
});
type LastVisitRow = z.infer<typeof LastVisitRow>;

/** Reads what a tenant knows of a visitor, in the columns of a shown visitor. */
export async function findLastVisitTo(
  db: Db,
  tenantId: number,
  { id, company_id: companyId }: Pick<VisitorRow, 'id' | 'company_id'>,
): Promise<LastVisitRow | undefined> {
  const { rows } = await typedSql(LastVisitRow)`
    select name as shown_name, company_name as shown_company_name, phone as shown_phone,
      should_save_data as shown_should_save_data, checked_in_at as created_at, checked_in_at as updated_at
    from visit where company_id = ${companyId} and visitor_id = ${id} and tenant_id = ${tenantId}
    order by checked_in_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Deletes stored replies with the visitor as a conflict. They have the phone only. */
export async function forgetConflictsOf(db: Db, phone: string): Promise<void> {
  await deleteRepliesNaming(db, [phone]);
}

/** Deletes stored bulk replies that name these visitors by id, or conflicts by phone. */
async function deleteRepliesNaming(db: Db, people: readonly string[]): Promise<void> {
  await sql`
    delete from idempotent_reply where reply ? 'visitors' and people_named(reply) && ${[...people]}::text[]`.execute(
    db,
  );
}

export async function lockVisitor(db: Db, actor: Agent, visitorId: number): Promise<void> {
  await sql`
    select from visitor v where v.id = ${visitorId} and ${inScope(actor, 'v.company_id')} for update of v`.execute(db);
}

export async function deleteRepliesOf(
  db: Db,
  visitorIds: readonly number[],
  phones: readonly string[] = [],
): Promise<void> {
  await sql`delete from idempotent_reply where visitor_id = any(${[...visitorIds]}::int[])`.execute(db);
  await deleteRepliesNaming(db, [...visitorIds.map(String), ...phones]);
}

/** Also deletes messages to them and stored replies about them. Visits and their messages stay until their own retention ends. */
export async function deleteVisitors(db: Db, companyId: number, visitorIds: readonly number[]): Promise<void> {
  const ids = [...visitorIds];
  await sql`
    delete from message where company_id = ${companyId} and id = any(array(
      select id from message
      where company_id = ${companyId} and visitor_id = any(${ids}::int[]) and visit_id is null order by id for update
    ))`.execute(db);
  const { rows } = await typedSql({ phone: text })`
    delete from visitor where company_id = ${companyId} and id = any(${ids}::int[]) returning phone`.execute(db);
  await deleteRepliesOf(
    db,
    ids,
    rows.map(({ phone }) => phone),
  );
}
