import type { Agent } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { inScope } from '../../accounts/scope/scope.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';
import { notesArrival } from '../visitor/guest-of-visit.ts';
import { mayRememberGuest, mergeCheckIn } from '../visitor/remembered.sql.ts';

export const Expected = z.strictObject({
  id: int,
  company_id: int,
  name: text,
  company_name: text,
  phone: text,
  tenant_id: int.nullable(),
  invitation_id: int.nullable(),
  is_inside: bool,
});
export type Expected = z.infer<typeof Expected>;

/** A second statement reads who is inside, because one that waited for a check-in would not see it. */
export async function lockExpected(db: Db, actor: Agent, ids: readonly number[]): Promise<Expected[]> {
  const named = sql`v.id = any(${[...ids]}::int[]) and ${inScope(actor, 'v.company_id')}`;
  await sql`select from visitor v where ${named} order by v.id for update of v`.execute(db);
  const isVisible =
    actor.tenantId === null
      ? sql`true`
      : sql`(v.preregistered_tenant_id = ${actor.tenantId} or o.tenant_id = ${actor.tenantId})`;
  const { rows } = await typedSql(Expected)`
    select v.id, v.company_id, coalesce(v.expected_name, v.name) as name,
      coalesce(v.expected_company_name, v.company_name) as company_name, v.phone, v.preregistered_tenant_id as tenant_id,
      v.expected_invitation_id as invitation_id,
      o.id is not null as is_inside
    from visitor v
    left join visit o on o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null
    where ${named} and ${isVisible}`.execute(db);
  return rows;
}

const OpenedRow = z.strictObject({ ids: z.array(int) });

/** A choice of the desk precedes that of a guest on the pass. */
export async function openExpectedVisits(
  db: Db,
  actor: Agent,
  companyId: number,
  visitorIds: readonly number[],
): Promise<number[]> {
  const { rows } = await typedSql(OpenedRow)`
    with agreeing as (
      select v.id as visitor_id, i.id as invitation_id, coalesce(v.expected_name, v.name) as name,
        coalesce(v.expected_company_name, v.company_name) as company_name, g.should_save_data,
        coalesce(p.created_visitor_id = v.id, false) as is_own
      from visitor v
      join invitation i on i.company_id = v.company_id and i.id = v.expected_invitation_id
      join guest g on g.company_id = v.company_id and g.meeting_id = i.meeting_id and g.visitor_id = v.id
      left join pass p on p.company_id = g.company_id and p.guest_id = g.id
      where v.company_id = ${companyId} and v.id = any(${[...visitorIds]}::int[]) and v.expected_should_save_data is null and g.should_save_data
    ), saved as (
      update visitor v set ${mergeCheckIn({ takesOver: mayRememberGuest(actor), keepsChoice: true })}
      from agreeing excluded where v.company_id = ${companyId} and v.id = excluded.visitor_id
    ), opened as (
      insert into visit (company_id, visitor_id, name, company_name, phone, should_save_data, opt_out, tenant_id, employee_id,
        invitation_id)
      select v.company_id, v.id, coalesce(v.expected_name, v.name), coalesce(v.expected_company_name, v.company_name), v.phone,
        coalesce(v.expected_should_save_data, a.should_save_data, false),
        case when a.visitor_id is null and v.storage_stopped_at is not null then 'tenant' end, v.preregistered_tenant_id,
        v.expected_employee_id, v.expected_invitation_id
      from visitor v left join agreeing a on a.visitor_id = v.id
      where v.company_id = ${companyId} and v.id = any(${[...visitorIds]}::int[]) order by v.id
      returning id, company_id, visitor_id, invitation_id, checked_in_at
    )
    select coalesce(array_agg(o.id order by o.id), '{}') as ids from opened o where ${notesArrival}`.execute(db);
  return onlyRow(rows).ids;
}
