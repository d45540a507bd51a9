import { type RawBuilder, sql } from 'kysely';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { countingStopsAt } from '../../platform/db/list.ts';
import { type Position } from '../../platform/http/list.ts';
import {
  joinNames,
  joinVisit,
  type Shown,
  shownVisitor,
  type ShownVisitorRow,
  type VisitorRow,
  wholeVisitor,
} from './visitor.rows.ts';

export type Sql = RawBuilder<unknown>;

export interface VisitorList<Row extends ShownVisitorRow = ShownVisitorRow> {
  members: Sql;
  row: Sql;
  order: Sql;
  after: Position | undefined;
  isBehind: Sql;
  rest: Sql;
  shown: Shown<Row>;
  planning: Sql;
}

export interface NameList<Row extends ShownVisitorRow = ShownVisitorRow> extends VisitorList<Row> {
  companyId: number;
  source: Sql;
  isMember: Sql;
}

export const planForTheseValues = sql.raw(planEachTime);

export function arrivals(companyId: number, after: Position | undefined, matches: Sql | undefined): VisitorList {
  const found = matches ? sql`join visitor v on v.id = o.visitor_id and ${matches}` : sql``;
  return {
    members: sql`from visit o ${found} where o.company_id = ${companyId} and o.checked_out_at is null`,
    row: sql`o`,
    order: sql`o.checked_in_at desc, o.id desc`,
    after,
    isBehind: after ? sql`(o.checked_in_at, o.id) < (${after.key}::timestamptz, ${after.id})` : sql`true`,
    rest: sql`join visitor v on v.id = o.visitor_id ${joinNames}`,
    shown: shownVisitor,
    planning: matches ? planForTheseValues : sql``,
  };
}

export function byName(companyId: number, scope: 'imported' | 'all', after: Position | undefined): NameList {
  const isExpected = sql`v.preregistered_tenant_id is not null
    and not exists (select from visit o where o.visitor_id = v.id and o.checked_out_at is null)`;
  return named(companyId, sql`visitor v`, scope === 'imported' ? isExpected : sql`true`, after);
}

export function ofTenant(
  companyId: number,
  tenantId: number,
  scope: 'imported' | 'all',
  after: Position | undefined,
): NameList<VisitorRow> {
  const expected = sql`select id from visitor where preregistered_tenant_id = ${tenantId}`;
  const inside = sql`select visitor_id as id from visit where tenant_id = ${tenantId} and checked_out_at is null`;
  const ids = scope === 'imported' ? sql`${expected} except ${inside}` : sql`${expected} union ${inside}`;
  return { ...named(companyId, visitorsVisibleTo(tenantId), sql`v.id in (${ids})`, after), shown: wholeVisitor };
}

function visitorsVisibleTo(tenantId: number): Sql {
  const isElsewhere = sql`
    w.current_name is not null
    and not exists (select from visit o where o.visitor_id = w.id and o.checked_out_at is null and o.tenant_id = ${tenantId})`;
  const name = sql`fold(coalesce(w.expected_name, w.name))`;
  const search = sql`${name} || E'\\n' || fold(coalesce(w.expected_company_name, w.company_name)) || E'\\n' || w.phone`;
  return sql`(
    select w.id, w.company_id, w.name, w.company_name, w.phone, w.should_save_data, w.storage_stopped_at, w.preregistered_tenant_id,
      w.preregistered_at, w.expected_name, w.expected_company_name, w.expected_should_save_data, w.current_name, w.created_at, w.updated_at,
      case when ${isElsewhere} then ${name} else w.folded_name end collate "C" as folded_name,
      case when ${isElsewhere} then ${search} else w.search end as search
    from visitor w
  ) v`;
}

function named(companyId: number, source: Sql, isMember: Sql, after: Position | undefined): NameList {
  return {
    companyId,
    source,
    isMember,
    members: sql`from ${source} where v.company_id = ${companyId} and ${isMember}`,
    row: sql`v`,
    order: sql`v.folded_name, v.id`,
    after,
    isBehind: after ? sql`(v.folded_name, v.id) > (${after.key}, ${after.id})` : sql`true`,
    rest: joinVisit,
    shown: shownVisitor,
    planning: sql``,
  };
}

export function count(members: Sql): Sql {
  return sql`select count(*) as counted from (select ${members} limit ${sql.lit(countingStopsAt + 1)}) as members`;
}
