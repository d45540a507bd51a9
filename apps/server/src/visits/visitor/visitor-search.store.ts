import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { countingStopsAt } from '../../platform/db/list.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { searchPatterns } from '../../platform/http/list.ts';
import { count, type NameList, planForTheseValues, type Sql, type VisitorList } from './visitor-list.sql.ts';
import type { ShownVisitorRow } from './visitor.rows.ts';

/** A search that is expected to match more is neither collected nor counted where a walk along the list soon finds a page of it. */
const manyMatches = 3 * countingStopsAt;
/** How many visitors such a walk looks at before it is given up. */
const longestWalk = 20_000;
/** Reading a visitor of a company in the index of searches takes this part of the time of reading a visitor. */
const costInIndex = 0.01;

/** Rows, more than the limit where there are more, and how many there are in all, counted up to one more than `countingStopsAt`. */
export interface CountedVisitors<Row extends ShownVisitorRow> {
  rows: Row[];
  counted: number;
}

/** The condition that a visitor `v` is searched for, and the two that it consists of, each with an index of its own. */
interface Matches {
  anywhere: Sql;
  /** The name begins with it: found by name, and read in that index alone. */
  atStart: Sql;
  /** It stands further behind, which is what `visitor_search` knows. */
  behind: Sql;
}

/** Who is searched for; undefined where everybody is. */
export function matching({ search }: ListQuery): Matches | undefined {
  const patterns = searchPatterns({ search }, searchMinimum.company);
  if (patterns.length === 0) return undefined;
  const anyOf = (condition: (pattern: string) => Sql) => sql`(${sql.join(patterns.map(condition), sql` or `)})`;
  return {
    anywhere: anyOf((pattern) => sql`v.search like fold(${pattern})`),
    atStart: anyOf((pattern) => sql`v.folded_name like fold(${pattern.slice(1)})`),
    behind: anyOf((pattern) => sql`substr(v.search, 2) like fold(${pattern})`),
  };
}

/**
 * Left to itself, PostgreSQL would look at one visitor after the other until it has a page, and count on those who match being
 * spread evenly: Anne is found at once, and Yngve after a million others. So the matches are collected by their own index before
 * they are sorted, but for those that are many and do come soon. Whose name begins with what is searched for, as with most that is typed,
 * need not be collected: the list is in that order.
 */
export async function searchByName<Row extends ShownVisitorRow>(
  db: Db,
  list: NameList<Row>,
  matches: Matches,
  limit: number | null,
): Promise<CountedVisitors<Row>> {
  const expected = await expectMatches(db, list, matches);
  if (limit !== null && expected.here > manyMatches) {
    const rows = await walkToPage(db, list, matches, limit);
    if (rows.length === limit) return { rows, counted: countingStopsAt + 1 };
  }
  const { members, order, isBehind, rest, shown } = list;
  const atStart = sql`${members} and ${matches.atStart}`;
  const others = sql`${expected.hereAlone ? members : membersByLook(list)} and ${matches.behind} and not ${matches.atStart}`;
  const next = (members: Sql) =>
    sql`(select v.id, v.folded_name ${members} and ${isBehind} order by ${order} limit ${sql.lit(limit)})`;
  const { rows } = await typedSql(shown.foundRow)`
    with others as materialized (select v.id, v.folded_name ${others}),
      counts as (select (${count(atStart)}) + (select count(*) from others) as counted)
    select ${shown.columns}, counted
    from counts left join (
      select v.id from (${next(atStart)} union all ${next(sql`from others v where true`)}) v
      order by ${order} limit ${sql.lit(limit)}
    ) as page on true
    left join ${list.source} on v.id = page.id ${rest}
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
function membersByLook({ companyId, source, isMember }: NameList): Sql {
  return sql`from ${source} where v.company_id + 0 = ${companyId} and ${isMember}`;
}

/** The matches among those who come next in the order of the list, at most `limit`. */
async function walkToPage<Row extends ShownVisitorRow>(
  db: Db,
  list: VisitorList<Row>,
  matches: Matches,
  limit: number,
): Promise<Row[]> {
  const { members, order, isBehind, rest, shown } = list;
  const next = sql`select v.* ${members} and ${isBehind} order by ${order} limit ${sql.lit(longestWalk)}`;
  const { rows } = await typedSql(shown.row)`
    select ${shown.columns}
    from (select v.* from (${next}) v where ${matches.anywhere} order by ${order} limit ${sql.lit(limit)}) v ${rest}
    order by ${order} ${planForTheseValues}`.execute(db);
  return rows;
}

const Plan = z.object({ 'Plan Rows': int, Plans: z.array(z.object({ 'Plan Rows': int })).optional() });
const Explained = z.strictObject({ 'QUERY PLAN': z.tuple([z.object({ Plan })]) });

/**
 * How many rows PostgreSQL expects each of these statements to answer, by its statistics: of many, the order of magnitude is right.
 * They must have the same columns, and be two at least.
 */
async function expectedRows(db: Db, statements: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const { rows } = await typedSql(Explained)`
    explain (format json) ${sql.join(statements, sql` union all `)} ${sql.raw(planEachTime)}`.execute(db);
  return onlyRow(rows)['QUERY PLAN'][0].Plan.Plans?.map((plan) => plan['Plan Rows']) ?? [];
}
