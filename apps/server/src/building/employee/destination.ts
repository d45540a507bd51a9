import type { Destination } from '@vestibule/contract/building/destination.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { requireCompany } from '../../accounts/company/company.ts';
import { inTenantScope } from '../../accounts/scope/scope.ts';
import type { Db } from '../../platform/db/database.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { searchPattern } from '../../platform/http/list.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readTenant } from '../tenant/tenant.ts';

interface DestinationQuery {
  search?: string | undefined;
  limit: number;
  tenantId?: number | undefined;
}

type Sql = RawBuilder<unknown>;

/** The visits whose destinations count as visited last, of those inside and of those who left. */
const recentVisits = 50;
const shownAsRecent = 5;

/**
 * Lists tenants and employees, the best matches first. A user of a tenant gets that tenant only.
 * @throws {Refusal} `notFound` for a company or a tenant out of scope.
 */
export async function readDestinations(
  db: Db,
  actor: Actor,
  companyId: number,
  query: DestinationQuery,
): Promise<Destination[]> {
  await requireCompany(db, actor, companyId);
  const tenantId = query.tenantId ?? actor.tenantId;
  if (query.tenantId !== undefined) {
    const tenant = await readTenant(db, actor, query.tenantId);
    if (tenant.companyId !== companyId) throw new Refusal('notFound');
  }
  const pattern = searchPattern(query, 1);
  const found = pattern === undefined ? visitedLast(companyId, tenantId) : matching(companyId, pattern);
  const { rows } = await typedSql({
    tenant_id: int,
    tenant_name: text,
    employee_id: int.nullable(),
    employee_name: text.nullable(),
    employee_phone: text.nullable(),
  })`
    with place as (
      select t.id, t.name, t.folded_name from tenant t
      where t.company_id = ${companyId} and ${inTenantScope(actor, 't.id')}
        and ${tenantId === null ? sql`true` : sql`t.id = ${tenantId}`}
    ), found as (${found}), page as (
      select tenant_id, employee_id, min(rank) as rank, max(used) as used, min(folded_name) as folded_name
      from found group by tenant_id, employee_id
      order by min(rank), max(used) desc nulls last, employee_id is not null, min(folded_name), tenant_id, employee_id
      limit ${query.limit}
    )
    select place.id as tenant_id, place.name as tenant_name, e.id as employee_id, e.name as employee_name,
      e.phone as employee_phone
    from page join place on place.id = page.tenant_id
    left join employee e on e.company_id = ${companyId} and e.id = page.employee_id
    order by rank, used desc nulls last, page.employee_id is not null, page.folded_name, tenant_id, page.employee_id
    ${sql.raw(planEachTime)}`.execute(db);
  return rows.map(toDestination);
}

/** A union instead of `or`, so that the names of employees are found by the index of searches. */
function matching(companyId: number, pattern: string): Sql {
  const start = pattern.slice(1);
  const rank = (name: Sql) => sql`case when ${name} like fold(${start}) then 0
    when ${name} like fold(${`% ${start}`}) or ${name} like fold(${`%-${start}`}) then 1 else 2 end`;
  const matches = (name: Sql) => sql`${name} like fold(${pattern})`;
  return sql`
    select id as tenant_id, null::int as employee_id, ${rank(sql`folded_name`)} as rank, null::timestamptz as used,
      folded_name
    from place where ${matches(sql`folded_name`)}
    union all
    select e.tenant_id, e.id, ${rank(sql`e.folded_name`)}, null, e.folded_name
    from employee e join place on place.id = e.tenant_id
    where e.company_id = ${companyId} and ${matches(sql`e.search`)}
    union all
    select e.tenant_id, e.id, 3, null, e.folded_name
    from place join employee e on e.company_id = ${companyId} and e.tenant_id = place.id
    where ${matches(sql`place.folded_name`)} and not ${matches(sql`e.search`)}`;
}

function visitedLast(companyId: number, tenantId: number | null): Sql {
  const last = (state: Sql) => sql`(
    select v.tenant_id, v.employee_id, v.checked_in_at from visit v
    where v.company_id = ${companyId} and v.checked_out_at is ${state}
    order by v.checked_in_at desc, v.id desc limit ${sql.lit(recentVisits)})`;
  const employees = sql`
    union all
    select e.tenant_id, e.id, 2, null, e.folded_name 
    from place join employee e on e.company_id = ${companyId} and e.tenant_id = place.id`;
  return sql`(
      select v.tenant_id, v.employee_id, 0 as rank, max(v.checked_in_at) as used,
        coalesce(min(e.folded_name), min(place.folded_name)) as folded_name
      from (${last(sql`null`)} union all ${last(sql`not null`)}) v
      join place on place.id = v.tenant_id left join employee e on e.company_id = ${companyId} and e.id = v.employee_id
      where v.employee_id is null or e.id is not null
      group by v.tenant_id, v.employee_id order by used desc limit ${sql.lit(shownAsRecent)}
    )
    union all
    select id, null, 1, null, folded_name from place
    ${tenantId === null ? sql`` : employees}`;
}

function toDestination(row: {
  tenant_id: number;
  tenant_name: string;
  employee_id: number | null;
  employee_name: string | null;
  employee_phone: string | null;
}): Destination {
  const { employee_id: id, employee_name: name, employee_phone: phone } = row;
  return {
    tenant: { id: row.tenant_id, name: row.tenant_name },
    employee: id === null || name === null ? null : { id, name, phone },
  };
}
