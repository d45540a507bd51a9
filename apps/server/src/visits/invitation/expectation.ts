import { sql } from 'kysely';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { publish } from '../../platform/live/publish.ts';
import { expectedAs } from '../visitor/expectation.sql.ts';
import { publishVisitors, publishVisitorsByTenant } from '../visitor/visitor-changes.ts';

export interface NewVisitor {
  phone: string;
  name: string;
  companyName: string | null;
}

/**
 * Creates the visitors with these phones, and locks them and `others` by id. The order of phones prevents deadlocks of two inserts, and one
 * lock of all those of later locks with lower ids.
 */
export async function saveVisitors(
  db: Db,
  companyId: number,
  people: readonly NewVisitor[],
  others: readonly number[] = [],
): Promise<Map<string, number>> {
  if (people.length === 0) {
    await lockVisitors(db, companyId, others);
    return new Map();
  }
  const { rows: added } = await typedSql({ id: int })`
    insert into visitor (company_id, phone, name, company_name)
    select ${companyId}::int, phone, name, coalesce(company_name, '')
    from unnest(${people.map(({ phone }) => phone)}::text[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ companyName }) => companyName)}::text[]) as given (phone, name, company_name)
    order by phone on conflict (company_id, phone) do nothing returning id`.execute(db);
  const ids = added.map(({ id }) => id);
  if (ids.length > 0) await publishVisitors(db, 'visitors_update', companyId, ids, []);
  const { rows: found } = await typedSql({ id: int, phone: text })`
    select id, phone from visitor
    where company_id = ${companyId} and (phone = any(${people.map(({ phone }) => phone)}::text[]) or id = any(${[...others]}::int[]))
    order by id for update`.execute(db);
  return new Map(found.map(({ id, phone }) => [phone, id]));
}

export async function lockVisitors(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`
    select from visitor where company_id = ${companyId} and id = any(${[...ids]}::int[])
    order by id for update`.execute(db);
}

const MovedRow = { id: int, before: int.nullable(), after: int.nullable() } as const;

/**
 * Sets which invitation of today locked visitors are expected for. Visitors inside keep their expectation. One that a desk made for an
 * earlier time of today stays.
 */
export async function refreshExpectations(db: Db, companyId: number, visitorIds: readonly number[]): Promise<void> {
  if (visitorIds.length === 0) return;
  const ids = [...new Set(visitorIds)];
  const expectation = expectedAs({
    tenantId: sql`w.tenant_id`,
    at: sql`w.starts_at`,
    employeeId: sql`w.employee_id`,
    invitationId: sql`w.invitation_id`,
    name: sql`w.name`,
    companyName: sql`w.company_name`,
    shouldSaveData: sql`case when w.tenant_id is not null then v.expected_should_save_data end`,
  });
  const { rows } = await typedSql(MovedRow)`
    with seen as (
      select v.id, v.preregistered_tenant_id as tenant_id from visitor v
      where v.company_id = ${companyId} and v.id = any(${ids}::int[])
        and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null)
    )
    update visitor v set ${expectation}, updated_at = now()
    from seen left join guest_expectations(${companyId}, ${ids}::int[]) w on w.visitor_id = seen.id
    where v.company_id = ${companyId} and v.id = seen.id and (
      (w.visitor_id is null and v.expected_invitation_id is not null)
      or ((w.tenant_id, w.invitation_id, w.starts_at, w.name, w.company_name)
          <> (v.preregistered_tenant_id, v.expected_invitation_id, v.expected_at, v.expected_name, v.expected_company_name)
        or w.employee_id is distinct from v.expected_employee_id) is not false
      and w.visitor_id is not null
      and not (v.expected_invitation_id is null and coalesce(v.expected_at between now() and w.starts_at, false))
    )
    returning v.id, seen.tenant_id as before, v.preregistered_tenant_id as after`.execute(db);
  const byTenant = Map.groupBy(rows, ({ after }) => after);
  for (const [tenantId, visitors] of byTenant) {
    const moved = visitors.map(({ id }) => id);
    if (tenantId === null) await publishVisitors(db, 'visitors_update', companyId, moved, []);
    else await publishVisitorsByTenant(db, companyId, new Map([[tenantId, moved]]));
  }
  const left = rows.flatMap(({ id, before, after }) =>
    before === null || before === after ? [] : [{ id, tenantId: before }],
  );
  await publish(
    db,
    companyId,
    [...Map.groupBy(left, ({ tenantId }) => tenantId)].map(([tenantId, visitors]) => ({
      channel: `tenant:${tenantId}` as const,
      event: 'visitors_removed' as const,
      ids: visitors.map(({ id }) => id),
    })),
  );
}

/** Visitors per transaction: few enough for a desk that waits for one of them. */
const batchSize = 500;

/** Invitations that began to be expected since the last run, or are over. The range of starts lets PostgreSQL use the index. */
async function listChanged(db: Db): Promise<{ company_id: number; id: number }[]> {
  const { rows } = await typedSql({ company_id: int, id: int })`
    select v.company_id, v.id from invitation i
    join visitor v on v.company_id = i.company_id and v.expected_invitation_id = i.id
    where (i.ends_at <= now() or i.canceled_at is not null)
      and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null)
    union
    select v.company_id, v.id
    from company c
    cross join building_day(c.id) day
    join invitation i on i.company_id = c.id and i.starts_at >= day.starts_at - interval '24 hours' and i.starts_at < day.ends_at
      and i.ends_at > now() and i.canceled_at is null
    join invitation_guest ig on ig.company_id = c.id and ig.company_id = i.company_id and ig.invitation_id = i.id
      and ig.arrived_at is null and ig.declined_at is null
    join guest g on g.company_id = c.id and g.company_id = ig.company_id and g.id = ig.guest_id
    join visitor v on v.company_id = c.id and v.company_id = g.company_id and v.id = g.visitor_id and v.expected_invitation_id is null
    where c.deleted_at is null and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null)
    order by company_id, id`.execute(db);
  return rows;
}

export async function expectGuests({ acrossCompanies, within }: Reach): Promise<void> {
  const changed = await listChanged(acrossCompanies);
  for (const [companyId, visitors] of Map.groupBy(changed, ({ company_id }) => company_id)) {
    const ids = visitors.map(({ id }) => id);
    for (let start = 0; start < ids.length; start += batchSize) {
      const some = ids.slice(start, start + batchSize);
      await transaction(within([companyId]), async (db) => {
        await lockVisitors(db, companyId, some);
        await refreshExpectations(db, companyId, some);
      });
    }
  }
}

/** Expectations follow the days of the buildings, whose midnights differ. */
export const expectGuestsJob: ScheduledJob = { name: 'expect-guests', cron: '* * * * *', run: expectGuests };
