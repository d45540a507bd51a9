import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Db, onlyRow } from './database.ts';
import { planEachTime } from './naming-client.ts';
import { int, typedSql } from './typed-sql.ts';

/** Rows counted at most. Counting a longer list costs more than the exact number is worth. */
export const countingStopsAt = 10_000;

type Sql = RawBuilder<unknown>;

/** Rows, one more than the limit where there are more, and how many there are in all, counted up to one more than `countingStopsAt`. */
export interface Counted<Row> {
  rows: Row[];
  counted: number;
}

interface List<Row> {
  /** The schema of a row. */
  row: z.ZodType<Row>;
  /** From SELECT to the tables. */
  select: Sql;
  /** The tables that the condition looks at, for the count. */
  from: Sql;
  where: Sql;
  /** `and …`: what lies behind the cursor. Empty for the first page. */
  further: Sql;
  order: Sql;
  /** The condition has a pattern in it. */
  isSearch?: boolean;
}

/** Reads what a call asks for of a list: a page, counted, or all of it where there is no limit. */
export async function readList<Row extends object>(
  db: Db,
  { limit }: Pick<ListQuery, 'limit'>,
  { row, select, from, where, further, order, isSearch = false }: List<Row>,
): Promise<Counted<Row>> {
  const planning = isSearch ? sql.raw(planEachTime) : sql``;
  const { rows } = await typedSql(row)`
    ${select} where ${where} ${further}
    order by ${order} limit ${limit === undefined ? null : limit + 1} ${planning}`.execute(db);
  if (limit === undefined) return { rows, counted: rows.length };
  return { rows, counted: await countRows(db, sql`${from} where ${where}`, planning) };
}

/** How many rows there are, counted up to one more than `countingStopsAt`; `rows` is what stands behind FROM. */
export async function countRows(db: Db, rows: Sql, planning = sql``): Promise<number> {
  const { rows: counts } = await typedSql({ counted: int })`
    select count(*) as counted from (select from ${rows} limit ${countingStopsAt + 1}) as matching ${planning}`.execute(
    db,
  );
  return onlyRow(counts).counted;
}
