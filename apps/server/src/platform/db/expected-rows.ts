import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from './database.ts';
import { planEachTime } from './naming-client.ts';
import { int, typedSql } from './typed-sql.ts';

const Plan = z.object({ 'Plan Rows': int, Plans: z.array(z.object({ 'Plan Rows': int })).optional() });
const Explained = z.strictObject({ 'QUERY PLAN': z.tuple([z.object({ Plan })]) });

/**
 * How many rows PostgreSQL expects each of these statements to answer, by its statistics: of many, the order of magnitude is right.
 * They must have the same columns, and be two at least.
 */
export async function expectedRows(db: Db, statements: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const { rows } = await typedSql(Explained)`
    explain (format json) ${sql.join(statements, sql` union all `)} ${sql.raw(planEachTime)}`.execute(db);
  return onlyRow(rows)['QUERY PLAN'][0].Plan.Plans?.map((plan) => plan['Plan Rows']) ?? [];
}
