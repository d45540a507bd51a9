import type { Actor } from '@vestibule/contract/access.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/values.ts';
import type { VisitorScope } from '@vestibule/contract/visitor.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, planEachTime } from '../db/database.ts';
import { inScope } from '../db/scope.ts';
import { countingStopsAt, momentKey, type Position, readCursor, searchPattern, textKey } from '../http/list.ts';
import { joinNames, joinVisit, visitorColumns, type VisitorRow } from './visitor.rows.ts';

/** What can be written about a visitor; the phone in E.164. */
export interface VisitorData {
  name: string;
  companyName: string;
  phone: string;
  /** undefined leaves it as it is. */
  shouldSaveData: boolean | undefined;
}

/** The visitors whom the actor may see: of a tenant's user those who visit it now or are pre-registered for it. */
function visibleTo(actor: Actor): RawBuilder<boolean> {
  const companies = inScope(actor, 'v.company_id');
  if (actor.tenantId === null) return companies;
  return sql`${companies} and (v.preregistered_tenant_id = ${actor.tenantId} or o.tenant_id = ${actor.tenantId})`;
}

export async function findVisitor(db: Db, actor: Actor, visitorId: number): Promise<VisitorRow | undefined> {
  const { rows } = await sql<VisitorRow>`
    select ${visitorColumns} from visitor v ${joinVisit} where v.id = ${visitorId} and ${visibleTo(actor)}`.execute(db);
  return rows[0];
}

/** A visitor of a company by phone. A tenant's user finds only those whom the tenant has had, or expects. */
export async function findVisitorByPhone(
  db: Db,
  actor: Actor,
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

type VisitorQuery = ListQuery & { scope: VisitorScope };

/**
 * Visitors of a company, one more than the limit: the current ones with the newest arrival first, others by name. Each scope reads
 * the index made for it, and joins the names to the rows of the page alone.
 */
export async function listVisitors(
  db: Db,
  companyId: number,
  query: VisitorQuery,
): Promise<{ rows: VisitorRow[]; counted: number }> {
  const after = readCursor(query, query.scope === 'current' ? momentKey : textKey);
  const pattern = searchPattern(query, searchMinimum.company);
  const phonePattern = searchPattern({ search: asPhone(query.search) }, searchMinimum.company);
  const inPhone = phonePattern === undefined ? sql`` : sql`or v.search like ${phonePattern}`;
  const matching = pattern === undefined ? sql`` : sql`and (v.search like fold(${pattern}) ${inPhone})`;
  const planning = pattern === undefined ? sql`` : sql.raw(planEachTime);
  const limit = query.limit === undefined ? null : query.limit + 1;
  const list = query.scope === 'current' ? currentVisitors : namedVisitors(query.scope);

  const { rows } = await sql<VisitorRow>`${list.page(companyId, matching, after, limit)} ${planning}`.execute(db);
  if (query.limit === undefined) return { rows, counted: rows.length };
  const { rows: counts } = await sql<{ counted: number }>`
    select count(*) as counted from (
      ${list.matching(companyId, matching)} limit ${countingStopsAt + 1}
    ) as matching ${planning}`.execute(db);
  return { rows, counted: counts[0]?.counted ?? 0 };
}

/** The digits of a search that is a phone written in groups, as phones are stored; undefined for any other search. */
function asPhone(search: string | undefined): string | undefined {
  if (!search || !/^\+?[\d\s().-]+$/.test(search)) return undefined;
  const digits = search.replaceAll(/[\s().-]/g, '');
  return digits === search ? undefined : digits;
}

type Sql = RawBuilder<unknown>;

interface VisitorList {
  page(companyId: number, matching: Sql, after: Position | undefined, limit: number | null): Sql;
  matching(companyId: number, matching: Sql): Sql;
}

const currentVisitors: VisitorList = {
  page: (companyId, matching, after, limit) => sql`
    select ${visitorColumns}
    from (
      select o.* from visit o join visitor v on v.id = o.visitor_id
      where o.company_id = ${companyId} and o.checked_out_at is null ${matching}
        ${after ? sql`and (o.checked_in_at, o.id) < (${after.key}::timestamptz, ${after.id})` : sql``}
      order by o.checked_in_at desc, o.id desc limit ${limit}
    ) o join visitor v on v.id = o.visitor_id ${joinNames}
    order by o.checked_in_at desc, o.id desc`,
  matching: (companyId, matching) => sql`
    select from visit o join visitor v on v.id = o.visitor_id
    where o.company_id = ${companyId} and o.checked_out_at is null ${matching}`,
};

function namedVisitors(scope: 'imported' | 'all'): VisitorList {
  const isWanted =
    scope === 'all'
      ? sql``
      : sql`and v.preregistered_tenant_id is not null
          and not exists (select from visit o where o.visitor_id = v.id and o.checked_out_at is null)`;
  return {
    page: (companyId, matching, after, limit) => sql`
      select ${visitorColumns}
      from (
        select v.* from visitor v
        where v.company_id = ${companyId} ${isWanted} ${matching}
          ${after ? sql`and (v.folded_name, v.id) > (${after.key}, ${after.id})` : sql``}
        order by v.folded_name, v.id limit ${limit}
      ) v ${joinVisit}
      order by v.folded_name, v.id`,
    matching: (companyId, matching) => sql`
      select from visitor v where v.company_id = ${companyId} ${isWanted} ${matching}`,
  };
}

/** The place of a row in the order of its list. */
export function positionOf(row: VisitorRow, scope: VisitorScope): Position {
  if (scope === 'current') return { key: row.checked_in_at ?? '', id: row.visit_id ?? 0 };
  return { key: row.folded_name, id: row.id };
}

/** Changes a visitor; the unique phone of the company may refuse it. */
export async function updateVisitor(db: Db, visitorId: number, data: VisitorData): Promise<void> {
  const saves = data.shouldSaveData ?? sql`should_save_data`;
  await sql`
    update visitor set
      name = ${data.name}, company_name = ${data.companyName}, phone = ${data.phone}, should_save_data = ${saves},
      storage_stopped_at = case
        when ${saves} then null
        when should_save_data then now()
        else storage_stopped_at end,
      updated_at = now()
    where id = ${visitorId}`.execute(db);
}

/** Keeps others from starting a visit of this visitor, or changing it, until the end of the transaction. */
export async function lockVisitor(db: Db, visitorId: number): Promise<void> {
  await sql`select from visitor where id = ${visitorId} for update`.execute(db);
}

/** Removes a visitor with all visits. */
export async function deleteVisitor(db: Db, visitorId: number): Promise<void> {
  await db.deleteFrom('visitor').where('id', '=', visitorId).execute();
  await db.deleteFrom('idempotent_reply').where('visitor_id', '=', visitorId).execute();
}
