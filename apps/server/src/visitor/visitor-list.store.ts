import { type ListQuery, searchMinimum } from '@vestibule/contract/values.ts';
import type { VisitorScope } from '@vestibule/contract/visitor.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, onlyRow } from '../db/database.ts';
import { planEachTime } from '../db/naming-client.ts';
import { expectedRows } from '../db/expected-rows.ts';
import {
  countingStopsAt,
  momentKey,
  type Position,
  readCursor,
  rowsToRead,
  searchPattern,
  textKey,
} from '../http/list.ts';
import { joinNames, joinVisit, visitorColumns, type VisitorRow } from './visitor.rows.ts';

/** A search that is expected to match more is neither collected nor counted where a walk along the list soon finds a page of it. */
const manyMatches = 3 * countingStopsAt;
/** How many visitors such a walk looks at before it is given up. */
const longestWalk = 20_000;
/** Reading a visitor of a company in the index of searches takes this part of the time of reading a visitor. */
const costInIndex = 0.01;

/** Rows, more than the limit where there are more, and how many there are in all, counted up to one more than `countingStopsAt`. */
interface CountedVisitors {
  rows: VisitorRow[];
  counted: number;
}

/** Visitors of a company: the current ones with the newest arrival first, others by name. */
export async function listVisitors(
  db: Db,
  companyId: number,
  { scope, ...query }: ListQuery & { scope: VisitorScope },
): Promise<CountedVisitors> {
  const matches = matching(query);
  const limit = rowsToRead(query);
  if (scope === 'current') return readPage(db, arrivals(companyId, readCursor(query, momentKey), matches), limit);
  const list = byName(companyId, scope, readCursor(query, textKey));
  return matches ? searchByName(db, list, matches, limit) : readPage(db, list, limit);
}

/** Whom a tenant expects and who is there now, by name. */
export async function listVisitorsOfTenant(
  db: Db,
  companyId: number,
  tenantId: number,
  { scope, ...query }: ListQuery & { scope: 'imported' | 'all' },
): Promise<CountedVisitors> {
  const matches = matching(query);
  const limit = rowsToRead(query);
  const list = ofTenant(companyId, tenantId, scope, readCursor(query, textKey));
  return matches ? searchByName(db, list, matches, limit) : readPage(db, list, limit);
}

type Sql = RawBuilder<unknown>;

/** The condition that a visitor `v` is searched for, and the two that it consists of, each with an index of its own. */
interface Matches {
  anywhere: Sql;
  /** The name begins with it: found by name, and read in that index alone. */
  atStart: Sql;
  /** It stands further behind, which is what `visitor_search` knows. */
  behind: Sql;
}

/** Who is searched for; undefined where everybody is. */
function matching({ search }: ListQuery): Matches | undefined {
  const pattern = searchPattern({ search }, searchMinimum.company);
  if (pattern === undefined) return undefined;
  const phonePattern = searchPattern({ search: asPhone(search) }, searchMinimum.company);
  const patterns = phonePattern === undefined ? [pattern] : [pattern, phonePattern];
  const anyOf = (condition: (pattern: string) => Sql) => sql`(${sql.join(patterns.map(condition), sql` or `)})`;
  return {
    anywhere: anyOf((pattern) => sql`v.search like fold(${pattern})`),
    atStart: anyOf((pattern) => sql`v.folded_name like fold(${pattern.slice(1)})`),
    behind: anyOf((pattern) => sql`substr(v.search, 2) like fold(${pattern})`),
  };
}

/** The digits of a search that is a phone written in groups, as phones are stored; undefined for any other search. */
function asPhone(search: string | undefined): string | undefined {
  if (!search || !/^\+?[\d\s().-]+$/.test(search)) return undefined;
  const digits = search.replaceAll(/[\s().-]/g, '');
  return digits === search ? undefined : digits;
}

/** The parts of a list's statements. Each scope reads the index made for it, and joins the rest to the rows of a page alone. */
interface VisitorList {
  /** The rows of the list, named `row`, and their order. */
  members: Sql;
  row: Sql;
  order: Sql;
  after: Position | undefined;
  isBehind: Sql;
  /** Joins the visitor `v` with the open visit and its names. */
  rest: Sql;
  planning: Sql;
}

/** A list of visitors by name, which can be searched. */
interface NameList extends VisitorList {
  companyId: number;
  /** Which of the company's visitors `v` it has. */
  isMember: Sql;
}

const planForTheseValues = sql.raw(planEachTime);

function arrivals(companyId: number, after: Position | undefined, matches: Matches | undefined): VisitorList {
  const found = matches ? sql`join visitor v on v.id = o.visitor_id and ${matches.anywhere}` : sql``;
  return {
    members: sql`from visit o ${found} where o.company_id = ${companyId} and o.checked_out_at is null`,
    row: sql`o`,
    order: sql`o.checked_in_at desc, o.id desc`,
    after,
    isBehind: after ? sql`(o.checked_in_at, o.id) < (${after.key}::timestamptz, ${after.id})` : sql`true`,
    rest: sql`join visitor v on v.id = o.visitor_id ${joinNames}`,
    planning: matches ? planForTheseValues : sql``,
  };
}

function byName(companyId: number, scope: 'imported' | 'all', after: Position | undefined): NameList {
  const isExpected = sql`v.preregistered_tenant_id is not null
    and not exists (select from visit o where o.visitor_id = v.id and o.checked_out_at is null)`;
  return named(companyId, scope === 'imported' ? isExpected : sql`true`, after);
}

function ofTenant(
  companyId: number,
  tenantId: number,
  scope: 'imported' | 'all',
  after: Position | undefined,
): NameList {
  const expected = sql`select id from visitor where preregistered_tenant_id = ${tenantId}`;
  const inside = sql`select visitor_id as id from visit where tenant_id = ${tenantId} and checked_out_at is null`;
  const ids = scope === 'imported' ? sql`${expected} except ${inside}` : sql`${expected} union ${inside}`;
  return named(companyId, sql`v.id in (${ids})`, after);
}

function named(companyId: number, isMember: Sql, after: Position | undefined): NameList {
  return {
    companyId,
    isMember,
    members: sql`from visitor v where v.company_id = ${companyId} and ${isMember}`,
    row: sql`v`,
    order: sql`v.folded_name, v.id`,
    after,
    isBehind: after ? sql`(v.folded_name, v.id) > (${after.key}, ${after.id})` : sql`true`,
    rest: joinVisit,
    planning: sql``,
  };
}

async function readPage(db: Db, list: VisitorList, limit: number | null): Promise<CountedVisitors> {
  const { members, row, order, isBehind, rest, planning } = list;
  const counted = limit === null ? sql`null` : sql`(${count(members)})`;
  const { rows } = await sql<VisitorRow & { counted: number }>`
    select ${visitorColumns}, ${counted} as counted
    from (select ${row}.* ${members} and ${isBehind} order by ${order} limit ${sql.lit(limit)}) ${row} ${rest}
    order by ${order} ${planning}`.execute(db);
  return { rows, counted: limit === null ? rows.length : await countedOf(db, list, rows) };
}

/**
 * Left to itself, PostgreSQL would look at one visitor after the other until it has a page, and count on those who match being
 * spread evenly: Anne is found at once, and Yngve after a million others. So the matches are collected by their own index before
 * they are sorted, but for those that are many and do come soon. Whose name begins with what is searched for, as with most that is typed,
 * need not be collected: the list is in that order.
 */
async function searchByName(db: Db, list: NameList, matches: Matches, limit: number | null): Promise<CountedVisitors> {
  const expected = await expectMatches(db, list, matches);
  if (limit !== null && expected.here > manyMatches) {
    const rows = await walkToPage(db, list, matches, limit);
    if (rows.length === limit) return { rows, counted: countingStopsAt + 1 };
  }
  const { members, order, isBehind, rest } = list;
  const atStart = sql`${members} and ${matches.atStart}`;
  const others = sql`${expected.hereAlone ? members : membersByLook(list)} and ${matches.behind} and not ${matches.atStart}`;
  const next = (members: Sql) =>
    sql`(select v.id, v.folded_name ${members} and ${isBehind} order by ${order} limit ${sql.lit(limit)})`;
  const { rows } = await sql<(VisitorRow | { id: null }) & { counted: number }>`
    with others as materialized (select v.id, v.folded_name ${others}),
      counts as (select (${count(atStart)}) + (select count(*) from others) as counted)
    select ${visitorColumns}, counted
    from counts left join (
      select v.id from (${next(atStart)} union all ${next(sql`from others v where true`)}) v
      order by ${order} limit ${sql.lit(limit)}
    ) as page on true
    left join visitor v on v.id = page.id ${rest}
    order by ${order} ${planForTheseValues}`.execute(db);
  // Where the page is empty there is a row all the same, for the count alone.
  return { rows: rows.filter((row) => row.id !== null), counted: onlyRow(rows.slice(0, 1)).counted };
}

/**
 * The index of searches holds companies as well, so that a small company does not read the matches of a large one. The other way
 * round it is slow: all of a large company is read in the index, where few matches are another's.
 */
async function expectMatches(db: Db, { companyId, members }: NameList, { anywhere: matches }: Matches) {
  const [here = 0, inAll = 0, visitors = 0] = await expectedRows(db, [
    sql`select v.id ${members} and ${matches}`,
    sql`select v.id from visitor v where ${matches}`,
    sql`select v.id from visitor v where v.company_id = ${companyId}`,
  ]);
  return { here, hereAlone: inAll - here > visitors * costInIndex };
}

/** The members, where the company of each visitor is looked at: with an addition to it no index is of use. */
function membersByLook({ companyId, isMember }: NameList): Sql {
  return sql`from visitor v where v.company_id + 0 = ${companyId} and ${isMember}`;
}

/** The matches among those who come next in the order of the list, at most `limit`. */
async function walkToPage(db: Db, list: VisitorList, matches: Matches, limit: number): Promise<VisitorRow[]> {
  const { members, order, isBehind, rest } = list;
  const next = sql`select v.* ${members} and ${isBehind} order by ${order} limit ${sql.lit(longestWalk)}`;
  const { rows } = await sql<VisitorRow>`
    select ${visitorColumns}
    from (select v.* from (${next}) v where ${matches.anywhere} order by ${order} limit ${sql.lit(limit)}) v ${rest}
    order by ${order} ${planForTheseValues}`.execute(db);
  return rows;
}

/** The count came with the rows; behind a cursor there may be none that brings it. */
async function countedOf(db: Db, list: VisitorList, [row]: { counted: number }[]): Promise<number> {
  if (row) return row.counted;
  if (!list.after) return 0;
  const { rows } = await sql<{ counted: number }>`${count(list.members)} ${list.planning}`.execute(db);
  return onlyRow(rows).counted;
}

function count(members: Sql): Sql {
  return sql`select count(*) as counted from (select ${members} limit ${sql.lit(countingStopsAt + 1)}) as members`;
}

/** The place of a row in the order of its list. */
export function positionOf(row: VisitorRow, scope: VisitorScope): Position {
  if (scope === 'current') return { key: row.checked_in_at ?? '', id: row.visit_id ?? 0 };
  return { key: row.folded_name, id: row.id };
}
