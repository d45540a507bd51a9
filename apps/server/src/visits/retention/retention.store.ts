import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, moment, typedSql } from '../../platform/db/typed-sql.ts';
import { expectedNoMore } from '../visitor/expectation.sql.ts';
import { removedVisits } from '../visitor/guest-of-visit.ts';
import { isInvited } from '../visitor/remembered.sql.ts';

export async function listTenantsWithDueVisits(
  db: Db,
  now: Date,
): Promise<{ company_id: number; tenant_id: number }[]> {
  const { rows } = await typedSql({ company_id: int, tenant_id: int })`
    select t.company_id, t.id as tenant_id
    from tenant t
    join company c on c.id = t.company_id and c.deleted_at is null
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id and s.enable_gdpr
    where exists (
      select from visit o
      where o.company_id = t.company_id and o.tenant_id = t.id and o.checked_out_at <= ${lastDueEnd(now)}
        and kept_until(o.checked_out_at, s.gdpr_handling, c.time_zone) <= ${now}::timestamptz
    )`.execute(db);
  return rows;
}

export interface RemovedVisits {
  visits: number;
  lastEnd: string | null;
  visitors: { id: number; ended_at: string; is_kept_nothing_of: boolean }[];
}

export const DueVisit = z.strictObject({
  id: int,
  visitor_id: int.nullable(),
  keeps_nothing: bool,
});
export type DueVisit = z.infer<typeof DueVisit>;

/** Oldest first. Skips removed rows, so that the last visits of a million are as fast as the first. */
export async function listDueVisits(
  db: Db,
  { companyId, tenantId }: { companyId: number; tenantId: number },
  { now, from, limit }: { now: Date; from: string | null; limit: number },
): Promise<DueVisit[]> {
  const { rows } = await typedSql(DueVisit)`
    with rule as materialized (
      select s.gdpr_handling as handling, c.time_zone as zone, ${lastDueEnd(now)} as last_end
      from tenant_settings_in_force s
      join company c on c.id = s.company_id
      where s.company_id = ${companyId} and s.for_tenant_id = ${tenantId} and s.enable_gdpr
    )
    select o.id, o.visitor_id, rule.handling = 'noInfoSaved' as keeps_nothing
    from rule
    cross join lateral (
      select o.id, o.visitor_id from visit o
      where o.company_id = ${companyId} and o.tenant_id = ${tenantId} and o.checked_out_at <= rule.last_end
        and o.checked_out_at >= coalesce(${from}::timestamptz, '-infinity')
        and kept_until(o.checked_out_at, rule.handling, rule.zone) <= ${now}::timestamptz
      order by o.checked_out_at
      limit ${limit}
    ) o`.execute(db);
  return rows;
}

const DeletedVisitRow = z.strictObject({
  visitor_id: int.nullable(),
  ended_at: moment,
  is_kept_nothing_of: bool,
  visits: int,
});

export async function deleteVisits(db: Db, companyId: number, due: readonly DueVisit[]): Promise<RemovedVisits> {
  const visitorIds = due.flatMap(({ visitor_id: id }) => id ?? []);
  await sql`select from visitor where company_id = ${companyId} and id = any(${visitorIds}::int[]) order by id for update`.execute(
    db,
  );
  const ids = due.map(({ id }) => id);
  const { rows } = await typedSql(DeletedVisitRow)`
    select gone.visitor_id, max(gone.ended_at)::timestamptz(3) as ended_at, bool_and(due.keeps_nothing) as is_kept_nothing_of,
      count(*)::int as visits
    from ${removedVisits(companyId, sql`${ids}::int[]`)} gone
    join unnest(${ids}::int[], ${due.map(({ keeps_nothing }) => keeps_nothing)}::boolean[]) as due (id, keeps_nothing)
      on due.id = gone.visit_id
    group by gone.visitor_id order by 2`.execute(db);
  return {
    visits: rows.reduce((sum, row) => sum + row.visits, 0),
    lastEnd: rows.at(-1)?.ended_at ?? null,
    visitors: rows.flatMap(({ visitor_id: id, ended_at, is_kept_nothing_of }) =>
      id === null ? [] : [{ id, ended_at, is_kept_nothing_of }],
    ),
  };
}

function lastDueEnd(now: Date) {
  return sql`
    ${now}::timestamptz - case s.gdpr_handling
      when 'noInfoSaved' then interval '0'
      when 'deletedAfter24hours' then interval '24 hours'
      when 'deletedAfter1week' then interval '6 days'
      when 'deletedAfter1month' then interval '27 days'
      else interval '88 days' end`;
}

export async function forgetVisitors(
  db: Db,
  companyId: number,
  visitors: readonly { id: number; ended_at: string; is_kept_nothing_of: boolean }[],
  now: Date,
): Promise<number[]> {
  const ids = visitors.map(({ id }) => id);
  await sql`
    update visitor v set saved_until = greatest(v.saved_until, seen.ended_at + interval '12 months')
    from unnest(${ids}::int[], ${visitors.map(({ ended_at }) => ended_at)}::timestamptz[],
      ${visitors.map(({ is_kept_nothing_of }) => is_kept_nothing_of)}::boolean[]) as seen (id, ended_at, keeps_nothing)
    where v.company_id = ${companyId} and v.id = seen.id and v.should_save_data and not seen.keeps_nothing`.execute(db);
  const { rows } = await typedSql({ id: int })`
    select v.id from visitor v
    where v.company_id = ${companyId} and v.id = any(${ids}::int[]) and v.preregistered_tenant_id is null
      and not (v.should_save_data and coalesce(v.saved_until > ${now}::timestamptz, false))
      and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id) and not ${isInvited}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

function isLeftOver(now: Date) {
  return sql`
    case when v.preregistered_tenant_id is not null
      then greatest(v.preregistered_at, v.expected_at) <= ${now}::timestamptz - interval '30 days'
        and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null)
      else ${now}::timestamptz >= coalesce(
        v.saved_until,
        v.updated_at + case when v.should_save_data then interval '12 months' else interval '1 day' end
      ) and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id) and not ${isInvited}
    end`;
}

export interface Sweep {
  last: { id: number; company_id: number } | null;
  due: { id: number; company_id: number }[];
}

/** Finds visitors who did not come within 30 days, were remembered for long enough, or are left over. */
export async function sweepVisitors(
  db: Db,
  { after, limit, now }: { after: NonNullable<Sweep['last']>; limit: number; now: Date },
): Promise<Sweep> {
  const { rows } = await typedSql({ id: int, company_id: int, is_due: bool })`
    select v.id, v.company_id,
      coalesce(own.enable_gdpr, s.enable_gdpr, false) and c.deleted_at is null and (${isLeftOver(now)}) as is_due
    from (
      select * from visitor where (company_id, id) > (${after.company_id}, ${after.id})
      order by company_id, id limit ${limit}
    ) v
    join company c on c.id = v.company_id
    left join tenant_settings s on s.company_id = v.company_id and s.tenant_id is null
    left join tenant_settings_in_force own on own.company_id = v.company_id and own.for_tenant_id = v.preregistered_tenant_id
    order by v.company_id, v.id`.execute(db);
  return {
    last: rows.at(-1) ?? null,
    due: rows.filter(({ is_due }) => is_due).map(({ id, company_id }) => ({ id, company_id })),
  };
}

export const LeftOver = z.strictObject({
  id: int,
  tenant_id: int.nullable(),
  is_kept: bool,
});
export type LeftOver = z.infer<typeof LeftOver>;

export async function lockLeftOvers(
  db: Db,
  companyId: number,
  visitorIds: readonly number[],
  now: Date,
): Promise<LeftOver[]> {
  const ids = [...visitorIds];
  await sql`
    select from visitor where company_id = ${companyId} and id = any(${ids}::int[]) order by id for update`.execute(db);
  const { rows } = await typedSql(LeftOver)`
    select v.id, v.preregistered_tenant_id as tenant_id,
      exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id) or ${isInvited}
        or (v.should_save_data and coalesce(v.saved_until > ${now}::timestamptz, false)) as is_kept
    from visitor v where v.company_id = ${companyId} and v.id = any(${ids}::int[]) and ${isLeftOver(now)}`.execute(db);
  return rows;
}

export async function endPreregistrations(db: Db, companyId: number, visitorIds: readonly number[]): Promise<void> {
  await sql`
    update visitor set ${expectedNoMore}
    where company_id = ${companyId} and id = any(${[...visitorIds]}::int[])`.execute(db);
}
