import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { countArrivals as endpoint } from '@vestibule/contract/visits/history.ts';
import { Day } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { beginningOf } from '../../platform/db/day.ts';
import { inTenantScope } from '../../accounts/scope/scope.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { clockOfCompany } from './history.store.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

const maxDays = 400;
const usualDays = 30;

type Arrivals = Reply<typeof endpoint>;

interface ArrivalsQuery {
  companyId: number;
  from?: string | undefined;
  to?: string | undefined;
  tenantId?: number | undefined;
}

/**
 * Counts arrivals by day, hour and tenant in the building's time, from visits and from the counts of removed ones.
 * @throws {Refusal} `notFound`; `validation` for a reversed range or more than 400 days
 */
export async function countArrivals(db: Db, actor: Actor, query: ArrivalsQuery): Promise<Arrivals> {
  const { timeZone, today } = await clockOfCompany(db, actor, query.companyId);
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, 1 - usualDays);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1 || days > maxDays || !Day.safeParse(from).success) {
    throw new Refusal('validation', { fields: { from: 'invalidValue' } });
  }

  const counts = await countByHour(db, actor, { ...query, from, to, timeZone });
  const byDay = sumBy(counts, ({ day }) => day);
  const byHour = sumBy(counts, ({ hour }) => hour);
  const byTenant = sumBy(counts, ({ tenant_id: id }) => id);
  const names = new Map(counts.map(({ tenant_id: id, tenant_name: name }) => [id, name]));
  return {
    from,
    to,
    inside: counts.reduce((sum, { inside }) => sum + inside, 0),
    byDay: Array.from({ length: days }, (_, index) => addDays(from, index)).map((day) => ({
      day,
      arrivals: byDay.get(day) ?? 0,
    })),
    byHour: Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0),
    byTenant: [...byTenant]
      .toSorted(([, a], [, b]) => b - a)
      .map(([id, arrivals]) => ({ tenant: { id, name: names.get(id) ?? '' }, arrivals })),
  };
}

const HourCount = z.strictObject({
  day: text,
  hour: int,
  tenant_id: int,
  tenant_name: text,
  arrivals: int,
  inside: int,
});
type HourCount = z.infer<typeof HourCount>;

async function countByHour(
  db: Db,
  actor: Actor,
  {
    companyId,
    from,
    to,
    tenantId,
    timeZone,
  }: Required<Pick<ArrivalsQuery, 'companyId'>> & ArrivalsQuery & { from: string; to: string; timeZone: string },
): Promise<HourCount[]> {
  const begin = beginningOf(sql`${from}::date`, timeZone);
  const end = beginningOf(sql`${to}::date + 1`, timeZone);
  const visits = (which: RawBuilder<boolean>) => sql`
    select tenant_id, date_trunc('minute', checked_in_at) as hour, count(*) as visits, checked_out_at is null as is_inside
    from visit where company_id = ${companyId} and ${which} and checked_in_at >= ${begin} and checked_in_at < ${end}
    group by 1, 2, 4`;
  const ofTenant = tenantId === undefined ? sql`` : sql`and a.tenant_id = ${tenantId}`;
  const { rows } = await typedSql(HourCount)`
    select to_char(a.hour at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      extract(hour from a.hour at time zone ${timeZone})::int as hour, a.tenant_id, t.name as tenant_name,
      sum(a.visits)::int as arrivals, coalesce(sum(a.visits) filter (where a.is_inside), 0)::int as inside
    from (
      ${visits(sql`checked_out_at is not null`)}
      union all
      ${visits(sql`checked_out_at is null`)}
      union all
      select tenant_id, hour, visits, false from visit_count
      where company_id = ${companyId} and hour >= ${begin} and hour < ${end}
    ) a
    join tenant t on t.company_id = ${companyId} and t.id = a.tenant_id
    where ${inTenantScope(actor, 'a.tenant_id')} ${ofTenant}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

function sumBy<Key>(counts: readonly HourCount[], keyOf: (count: HourCount) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const count of counts) sums.set(keyOf(count), (sums.get(keyOf(count)) ?? 0) + count.arrivals);
  return sums;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
