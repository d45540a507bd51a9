import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Db, onlyRow } from './database.ts';
import { planEachTime } from './naming-client.ts';
import { int, typedSql } from './typed-sql.ts';

/** Counting a longer list costs more than the exact number is worth. */
export const countingStopsAt = 10_000;

type Sql = RawBuilder<unknown>;

/** Rows with one more than the limit if there are more, and the count up to one more than `countingStopsAt`. */
export interface Counted<Row> {
  rows: Row[];
  counted: number;
}

interface List<Row> {
  row: z.ZodType<Row>;
  /** From SELECT to the tables. */
  select: Sql;
  /** Tables of the condition, for the count. */
  from: Sql;
  where: Sql;
  /** `and …`: the rows after the cursor. Empty for the first page. */
  further: Sql;
  order: Sql;
  /** The condition has a pattern. */
  isSearch?: boolean;
}

/** Reads a page with its count, or all rows without a limit. */
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

/** Counts rows up to one more than `countingStopsAt`. `rows` follows FROM. */
export async function countRows(db: Db, rows: Sql, planning = sql``): Promise<number> {
  const { rows: counts } = await typedSql({ counted: int })`
    select count(*) as counted from (select from ${rows} limit ${countingStopsAt + 1}) as matching ${planning}`.execute(
    db,
  );
  return onlyRow(counts).counted;
}
