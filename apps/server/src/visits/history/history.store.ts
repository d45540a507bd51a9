import type { Actor } from '@vestibule/contract/platform/access.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import type { HistoryFilter } from '@vestibule/contract/visits/history.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { requireCompany } from '../../accounts/company/company.ts';
import { inTenantScope } from '../../accounts/scope/scope.ts';
import type { Db } from '../../platform/db/database.ts';
import { beginningOf } from '../../platform/db/day.ts';
import { type Count, countRows } from '../../platform/db/list.ts';
import { int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import { type Position, searchPatterns } from '../../platform/http/list.ts';
import { orNotFound } from '../../platform/http/refusal.ts';

export const PastVisitRow = z.strictObject({
  id: int,
  checked_in_at: moment,
  checked_out_at: moment,
  visitor_id: int.nullable(),
  name: text,
  company_name: text,
  phone: text,
  tenant_id: int,
  tenant_name: text,
  employee_id: int.nullable(),
  employee_name: text.nullable(),
  former_host: text.nullable(),
});
export type PastVisitRow = z.infer<typeof PastVisitRow>;

export interface HistoryQuery extends HistoryFilter {
  companyId: number;
  timeZone: string;
  search?: string | undefined;
}

export async function listPastVisits(
  db: Db,
  actor: Actor,
  query: HistoryQuery,
  { after, limit }: { after: Position | undefined; limit: number | null },
): Promise<PastVisitRow[]> {
  const older = after ? sql`and (o.checked_in_at, o.id) < (${after.key}::timestamptz, ${after.id}::int)` : sql``;
  const { rows } = await typedSql(PastVisitRow)`
    select o.id, o.checked_in_at, o.checked_out_at, o.visitor_id, o.name, o.company_name, o.phone,
      t.id as tenant_id, t.name as tenant_name, e.id as employee_id, e.name as employee_name, o.former_host
    from visit o
    join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    where ${matching(actor, query)} ${older}
    order by o.checked_in_at desc, o.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export function countPastVisits(db: Db, actor: Actor, query: HistoryQuery): Promise<Count> {
  return countRows(db, sql`visit o where ${matching(actor, query)}`, patternsOf(query).length > 0);
}

function patternsOf(query: HistoryQuery): string[] {
  return searchPatterns(query, searchMinimum.company);
}

function isFound(patterns: readonly string[]): RawBuilder<boolean> {
  const found = patterns.map((pattern) => sql`o.search like fold(${pattern})`);
  return sql`(${sql.join(found, sql` or `)})`;
}

function matching(actor: Actor, query: HistoryQuery): RawBuilder<boolean> {
  const { companyId, timeZone, from, to, tenantId, employeeId, visitorId } = query;
  const patterns = patternsOf(query);
  const conditions = [
    sql`o.company_id = ${companyId} and o.checked_out_at is not null and ${inTenantScope(actor, 'o.tenant_id')}`,
    from !== undefined && sql`o.checked_in_at >= ${beginningOf(sql`${from}::date`, timeZone)}`,
    to !== undefined && sql`o.checked_in_at < ${beginningOf(sql`${to}::date + 1`, timeZone)}`,
    tenantId !== undefined && sql`o.tenant_id = ${tenantId}`,
    employeeId !== undefined && sql`o.employee_id = ${employeeId}`,
    visitorId !== undefined && sql`o.visitor_id = ${visitorId}`,
    patterns.length > 0 && isFound(patterns),
  ];
  return sql`${sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )}`;
}

export async function clockOfCompany(
  db: Db,
  actor: Actor,
  companyId: number,
): Promise<{ timeZone: string; today: string }> {
  await requireCompany(db, actor, companyId);
  const { rows } = await typedSql({ timeZone: text, today: text })`
    select time_zone as "timeZone", to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today
    from company where id = ${companyId}`.execute(db);
  return orNotFound(rows[0]);
}
