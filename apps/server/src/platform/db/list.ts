import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Db, onlyRow } from './database.ts';
import { planEachTime } from './naming-client.ts';
import { int, typedSql } from './typed-sql.ts';

/** Counting all matches of a search would read each of them. */
export const countingStopsAt = { list: 10_000, search: 1_000 } as const;

export interface Count {
  total: number;
  totalIsExact: boolean;
}

/** `found` is exact up to one row above the limit. */
export function countOf(found: number, isSearch: boolean): Count {
  const limit = countingStopsAt[isSearch ? 'search' : 'list'];
  return { total: Math.min(found, limit), totalIsExact: found <= limit };
}

type Sql = RawBuilder<unknown>;

export interface Counted<Row> {
  rows: Row[];
  counted: Count;
}

interface List<Row> {
  row: z.ZodType<Row>;
  select: Sql;
  from: Sql;
  where: Sql;
  further: Sql;
  order: Sql;
  isSearch?: boolean;
}

export async function readList<Row extends object>(
  db: Db,
  { limit }: Pick<ListQuery, 'limit'>,
  { row, select, from, where, further, order, isSearch = false }: List<Row>,
): Promise<Counted<Row>> {
  const planning = planningOf(isSearch);
  const { rows } = await typedSql(row)`
    ${select} where ${where} ${further}
    order by ${order} limit ${limit === undefined ? null : limit + 1} ${planning}`.execute(db);
  if (limit === undefined) return { rows, counted: countOf(rows.length, isSearch) };
  return { rows, counted: await countRows(db, sql`${from} where ${where}`, isSearch) };
}

export async function countRows(db: Db, rows: Sql, isSearch = false): Promise<Count> {
  const limit = countingStopsAt[isSearch ? 'search' : 'list'];
  const { rows: counts } = await typedSql({ counted: int })`
    select count(*) as counted from (select from ${rows} limit ${limit + 1}) as matching ${planningOf(isSearch)}`.execute(
    db,
  );
  return countOf(onlyRow(counts).counted, isSearch);
}

const planningOf = (isSearch: boolean) => (isSearch ? sql.raw(planEachTime) : sql``);
