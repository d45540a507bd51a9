import type { VisitorFilter, VisitorScope, VisitorSort } from '@vestibule/contract/visits/visitor.ts';
import { type RawBuilder, sql } from 'kysely';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { countingStopsAt } from '../../platform/db/list.ts';
import { type Position } from '../../platform/http/list.ts';
import { dayOf, isExpectedToday, visitorsInNeed, visitsEndedToday } from './attention.sql.ts';
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

/** A list in the order of `key` and the id of `row`. `isBehind` and `order` are those of the members. */
export interface VisitorList<Row extends ShownVisitorRow = ShownVisitorRow> {
  members: Sql;
  row: Sql;
  key: Sql;
  direction: Sql;
  order: Sql;
  after: Position | undefined;
  isBehind: Sql;
  rest: Sql;
  shown: Shown<Row>;
  isSearch: boolean;
}

export interface NameList<Row extends ShownVisitorRow = ShownVisitorRow> extends VisitorList<Row> {
  companyId: number;
  source: Sql;
  isMember: Sql;
}

export const planForTheseValues = sql.raw(planEachTime);

export type Order = 'asc' | 'desc';

export interface Narrowing {
  id?: number | undefined;
  scope: VisitorScope;
  tenantId?: number | undefined;
  only?: VisitorFilter | undefined;
}

interface Place {
  direction: Order;
  after: Position | undefined;
}

const directions = { asc: sql`asc`, desc: sql`desc` };

function inOrder(key: Sql, keyType: Sql, id: Sql, { direction, after }: Place) {
  const to = directions[direction];
  const isPast = direction === 'asc' ? sql`>` : sql`<`;
  return {
    key,
    direction: to,
    after,
    order: sql`${key} ${to}, ${id} ${to}`,
    isBehind: after ? sql`(${key}, ${id}) ${isPast} (${after.key}::${keyType}, ${after.id})` : sql`true`,
  };
}

const asMoment = sql`timestamptz(3)`;
const asText = sql`text`;

export function arrivals(
  companyId: number,
  { id, tenantId }: Narrowing,
  place: Place,
  matches: Sql | undefined,
): VisitorList {
  const found = matches
    ? sql`join visitor v on v.company_id = o.company_id and v.id = o.visitor_id and ${matches}`
    : sql``;
  const isAtTenant = tenantId === undefined ? sql`` : sql`and o.tenant_id = ${tenantId}`;
  const isOfVisitor = id === undefined ? sql`` : sql`and o.visitor_id = ${id}`;
  return {
    ...inOrder(sql`o.checked_in_at`, asMoment, sql`o.id`, place),
    members: sql`from visit o ${found} where o.company_id = ${companyId} and o.checked_out_at is null ${isAtTenant} ${isOfVisitor}`,
    row: sql`o`,
    rest: sql`join visitor v on v.company_id = o.company_id and v.id = o.visitor_id ${joinNames}`,
    shown: shownVisitor,
    isSearch: matches !== undefined,
  };
}

export function byName(companyId: number, narrowing: Narrowing, after: Position | undefined): NameList {
  return named(companyId, sql`visitor v`, isMemberOf(companyId, narrowing), after);
}

/** Sorts the members, so it costs more than `byName`, which follows an index. */
export function sorted(
  companyId: number,
  { sort, ...narrowing }: Narrowing & { sort: VisitorSort },
  place: Place,
  matches: Sql | undefined,
): VisitorList {
  const { key, type, source = sql`` } = sortKey(companyId, sort, narrowing.scope);
  return {
    ...inOrder(key, type, sql`v.id`, place),
    members: sql`from visitor v ${source} where v.company_id = ${companyId} and ${isMemberOf(companyId, narrowing)}
      and ${matches ?? sql`true`}`,
    row: sql`v`,
    rest: joinVisit,
    shown: shownVisitor,
    isSearch: matches !== undefined,
  };
}

function sortKey(companyId: number, sort: VisitorSort, scope: VisitorScope): { key: Sql; type: Sql; source?: Sql } {
  if (sort === 'name') return { key: sql`v.folded_name`, type: asText };
  // The second line of `search` is the shown company name, folded.
  if (sort === 'company') return { key: sql`split_part(v.search, E'\\n', 2) collate "C"`, type: asText };
  if (scope === 'imported') {
    return { key: dayByDay, type: asMoment, source: sql`cross join ${dayOf(companyId)}` };
  }
  return { key: sql`coalesce(seen.at, v.expected_at, v.created_at)::timestamptz(3)`, type: asMoment, source: lastSeen };
}

const lastSeen = sql`left join lateral (
  select coalesce(s.checked_out_at, s.checked_in_at) as at from visit s
  where s.company_id = v.company_id and s.visitor_id = v.id order by s.checked_out_at desc nulls first limit 1
) as seen on true`;

/** Sorts today first, then later days, then earlier ones, newest first. Visitors without a time are last of today. */
const dayByDay = sql`(case
  when v.expected_at < day.starts_at then day.ends_at + interval '1000 years' + (day.starts_at - v.expected_at)
  else coalesce(v.expected_at, day.ends_at - interval '1 millisecond')
end)::timestamptz(3)`;

const isInside = sql`exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null)`;
const isExpected = sql`v.preregistered_tenant_id is not null and not ${isInside}`;

function isMemberOf(companyId: number, { id, ...narrowing }: Narrowing): Sql {
  return sql`${isWanted(id)} and ${isInScope(companyId, narrowing)}`;
}

const isWanted = (id: number | undefined) => (id === undefined ? sql`true` : sql`v.id = ${id}`);

function isInScope(companyId: number, { scope, tenantId, only }: Narrowing): Sql {
  const isOfTenant = tenantId === undefined ? sql`true` : sql`v.preregistered_tenant_id = ${tenantId}`;
  if (only === 'leftToday') return sql`v.id in (select id from (${visitsEndedToday(companyId, tenantId)}) as ended)`;
  if (only === 'needsAttention') return sql`v.id in (${visitorsInNeed(companyId, tenantId)})`;
  if (scope === 'current') {
    const isAtTenant = tenantId === undefined ? sql`true` : sql`o.tenant_id = ${tenantId}`;
    return sql`v.id in (
      select o.visitor_id from visit o where o.company_id = ${companyId} and o.checked_out_at is null and ${isAtTenant})`;
  }
  if (scope === 'imported') {
    const isToday = only ? sql`exists (select from ${dayOf(companyId)} where ${isExpectedToday})` : sql`true`;
    return sql`${isExpected} and ${isOfTenant} and ${isToday}`;
  }
  if (tenantId === undefined) return sql`true`;
  return sql`v.id in (
    select id from visitor where company_id = ${companyId} and preregistered_tenant_id = ${tenantId}
    union select visitor_id from visit where company_id = ${companyId} and tenant_id = ${tenantId})`;
}

export function ofTenant(
  companyId: number,
  tenantId: number,
  { id, scope }: { id?: number | undefined; scope: 'imported' | 'all' },
  after: Position | undefined,
): NameList<VisitorRow> {
  const expected = sql`
    select id from visitor where company_id = ${companyId} and preregistered_tenant_id = ${tenantId}`;
  const inside = sql`
    select visitor_id as id from visit
    where company_id = ${companyId} and tenant_id = ${tenantId} and checked_out_at is null`;
  const ids = scope === 'imported' ? sql`${expected} except ${inside}` : sql`${expected} union ${inside}`;
  const isMember = sql`${isWanted(id)} and v.id in (${ids})`;
  return { ...named(companyId, visitorsVisibleTo(tenantId), isMember, after), shown: wholeVisitor };
}

function visitorsVisibleTo(tenantId: number): Sql {
  const isElsewhere = sql`
    w.current_name is not null
    and not exists (select from visit o where o.company_id = w.company_id and o.visitor_id = w.id and o.checked_out_at is null and o.tenant_id = ${tenantId})`;
  const name = sql`fold(coalesce(w.expected_name, w.name))`;
  const search = sql`${name} || E'\\n' || fold(coalesce(w.expected_company_name, w.company_name)) || E'\\n' || w.phone`;
  return sql`(
    select w.id, w.company_id, w.name, w.company_name, w.phone, w.should_save_data, w.storage_stopped_at, w.preregistered_tenant_id,
      w.preregistered_at, w.expected_name, w.expected_company_name, w.expected_should_save_data, w.expected_at,
      w.expected_employee_id, w.expected_invitation_id, w.current_name, w.created_at, w.updated_at,
      case when ${isElsewhere} then ${name} else w.folded_name end collate "C" as folded_name,
      case when ${isElsewhere} then ${search} else w.search end as search
    from visitor w
  ) v`;
}

function named(companyId: number, source: Sql, isMember: Sql, after: Position | undefined): NameList {
  return {
    ...inOrder(sql`v.folded_name`, asText, sql`v.id`, { direction: 'asc', after }),
    companyId,
    source,
    isMember,
    members: sql`from ${source} where v.company_id = ${companyId} and ${isMember}`,
    row: sql`v`,
    rest: joinVisit,
    shown: shownVisitor,
    isSearch: false,
  };
}

/** One row above the limit shows that the total is not exact. */
export function count(members: Sql, isSearch: boolean): Sql {
  const limit = countingStopsAt[isSearch ? 'search' : 'list'] + 1;
  return sql`select count(*) as counted from (select ${members} limit ${sql.lit(limit)}) as members`;
}
