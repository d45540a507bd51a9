import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { type Counted, countingStopsAt, countOf } from '../../platform/db/list.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { searchPatterns } from '../../platform/http/list.ts';
import { count, type NameList, planForTheseValues, type Sql, type VisitorList } from './visitor-list.sql.ts';
import type { Listed, ShownVisitorRow } from './visitor.rows.ts';

/**
 * A search with more expected matches walks the list instead of collecting and counting them. Collecting 6,250 of a million takes 3 ms, and a
 * walk that finds no page 18 ms: equal first names lie together.
 */
const manyMatches = 30_000;
/** How many visitors a walk reads before it stops. */
const longestWalk = 20_000;
const costInIndex = 0.01;

interface Matches {
  anywhere: Sql;
  atStart: Sql;
  behind: Sql;
}

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
 * PostgreSQL assumes evenly spread matches and would walk the list until a page is full: a million rows for a rare name. So matches are
 * collected by their own index and sorted, except for frequent ones.
 */
export async function searchByName<Row extends ShownVisitorRow>(
  db: Db,
  list: NameList<Row>,
  matches: Matches,
  limit: number | null,
): Promise<Counted<Row & Listed>> {
  const expected = await expectMatches(db, list, matches);
  if (limit !== null && expected.here > manyMatches) {
    const rows = await walkToPage(db, list, matches, limit);
    if (rows.length === limit) return { rows, counted: countOf(countingStopsAt.search + 1, true) };
  }
  const { members, order, isBehind, rest, shown } = list;
  const atStart = sql`${members} and ${matches.atStart}`;
  const others = sql`${expected.hereAlone ? members : membersByLook(list)} and ${matches.behind} and not ${matches.atStart}`;
  const next = (members: Sql) =>
    sql`(select v.id, v.folded_name ${members} and ${isBehind} order by ${order} limit ${sql.lit(limit)})`;
  const { rows } = await typedSql(shown.foundRow)`
    with others as materialized (select v.id, v.folded_name ${others}),
      counts as (select (${count(atStart, true)}) + (select count(*) from others) as counted)
    select ${shown.columns}, v.folded_name as sort_key, counted
    from counts left join (
      select v.id from (${next(atStart)} union all ${next(sql`from others v where true`)}) v
      order by ${order} limit ${sql.lit(limit)}
    ) as page on true
    left join ${list.source} on v.company_id = ${list.companyId} and v.id = page.id ${rest}
    order by ${order} ${planForTheseValues}`.execute(db);
  const { counted } = onlyRow(rows.slice(0, 1));
  return { rows: rows.filter((row) => row.id !== null), counted: countOf(counted, true) };
}

/**
 * The search index also holds companies, so that a small company does not read the matches of a large one. With few matches each row is
 * checked instead.
 */
async function expectMatches(db: Db, { companyId, members }: NameList, { anywhere: matches }: Matches) {
  const [here = 0, inAll = 0, visitors = 0] = await expectedRows(db, [
    sql`select v.id ${members} and ${matches}`,
    sql`select v.id from visitor v where ${matches}`,
    sql`select v.id from visitor v where v.company_id = ${companyId}`,
  ]);
  return { here, hereAlone: inAll - here > visitors * costInIndex };
}

/** Checks the company of each row. The addition keeps PostgreSQL from using an index. */
function membersByLook({ companyId, source, isMember }: NameList): Sql {
  return sql`from ${source} where v.company_id + 0 = ${companyId} and ${isMember}`;
}

async function walkToPage<Row extends ShownVisitorRow>(
  db: Db,
  list: VisitorList<Row>,
  matches: Matches,
  limit: number,
): Promise<(Row & Listed)[]> {
  const { members, order, isBehind, rest, shown } = list;
  const next = sql`select v.* ${members} and ${isBehind} order by ${order} limit ${sql.lit(longestWalk)}`;
  const { rows } = await typedSql(shown.listedRow)`
    select ${shown.columns}, v.folded_name as sort_key
    from (select v.* from (${next}) v where ${matches.anywhere} order by ${order} limit ${sql.lit(limit)}) v ${rest}
    order by ${order} ${planForTheseValues}`.execute(db);
  return rows;
}

const Plan = z.object({ 'Plan Rows': int, Plans: z.array(z.object({ 'Plan Rows': int })).optional() });
const Explained = z.strictObject({ 'QUERY PLAN': z.tuple([z.object({ Plan })]) });

async function expectedRows(db: Db, statements: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const { rows } = await typedSql(Explained)`
    explain (format json) ${sql.join(statements, sql` union all `)} ${sql.raw(planEachTime)}`.execute(db);
  return onlyRow(rows)['QUERY PLAN'][0].Plan.Plans?.map((plan) => plan['Plan Rows']) ?? [];
}
