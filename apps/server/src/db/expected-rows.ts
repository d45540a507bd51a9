import { type RawBuilder, sql } from 'kysely';
import { type Db, onlyRow, planEachTime } from './database.ts';

/** How many rows PostgreSQL expects a statement to answer, by its statistics: of many, the order of magnitude is right. */
export async function expectedRows(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${statement} ${sql.raw(planEachTime)}`.execute(db);
  return onlyRow(rows)['QUERY PLAN'][0].Plan['Plan Rows'];
}
