import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Db, onlyRow } from './database.ts';
import { planEachTime } from './naming-client.ts';
import { int, typedSql } from './typed-sql.ts';

export const countingStopsAt = 10_000;

type Sql = RawBuilder<unknown>;

export interface Counted<Row> {
  rows: Row[];
  counted: number;
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
  const planning = isSearch ? sql.raw(planEachTime) : sql``;
  const { rows } = await typedSql(row)`
    ${select} where ${where} ${further}
    order by ${order} limit ${limit === undefined ? null : limit + 1} ${planning}`.execute(db);
  if (limit === undefined) return { rows, counted: rows.length };
  return { rows, counted: await countRows(db, sql`${from} where ${where}`, planning) };
}

export async function countRows(db: Db, rows: Sql, planning = sql``): Promise<number> {
  const { rows: counts } = await typedSql({ counted: int })`
    select count(*) as counted from (select from ${rows} limit ${countingStopsAt + 1}) as matching ${planning}`.execute(
    db,
  );
  return onlyRow(counts).counted;
}
