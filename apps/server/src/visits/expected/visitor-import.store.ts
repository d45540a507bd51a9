import type { Agent } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { expectedAs } from '../visitor/expectation.sql.ts';
import { mayRemember } from '../visitor/remembered.sql.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const KnownVisitor = z.strictObject({
  id: int,
  phone: text,
  preregistered_tenant_id: int.nullable(),
  visited_tenant_id: int.nullable(),
  may_remember: bool,
});
export type KnownVisitor = z.infer<typeof KnownVisitor>;

export interface ExpectedVisitor {
  phone: string;
  name: string;
  companyName: string;
  at: Date | null;
  employeeId: number | null;
}

export async function timeOfBuilding(db: Db, companyId: number): Promise<{ zone: string; now: string }> {
  const { rows } = await typedSql({ zone: text, now: moment })`
    select time_zone as zone, now()::timestamptz(3) as now from company where id = ${companyId}`.execute(db);
  return onlyRow(rows);
}

export async function findHosts(
  db: Db,
  companyId: number,
  tenantId: number,
  hosts: readonly { named: string; phone: string | null }[],
): Promise<Map<string, number[]>> {
  if (hosts.length === 0) return new Map();
  const { rows } = await typedSql({ named: text, id: int })`
    select distinct asked.named, e.id
    from unnest(${hosts.map(({ named }) => named)}::text[], ${hosts.map(({ phone }) => phone)}::text[]) as asked (named, phone)
    join employee e on e.company_id = ${companyId} and e.tenant_id = ${tenantId}
      and (e.folded_name = fold(asked.named) or lower(e.email) = lower(asked.named) or e.phone = asked.phone)`.execute(
    db,
  );
  return new Map(
    [...Map.groupBy(rows, ({ named }) => named)].map(([named, found]) => [named, found.map(({ id }) => id)]),
  );
}

/** A second statement reads who is inside, because one that waited for a check-in would not see it. */
export async function lockKnownVisitors(
  db: Db,
  actor: Agent,
  companyId: number,
  phones: readonly string[],
): Promise<Map<string, KnownVisitor>> {
  const withPhones = sql`v.company_id = ${companyId} and v.phone = any(${[...phones]}::text[])`;
  await sql`select from visitor v where ${withPhones} order by v.id for update`.execute(db);
  const { rows } = await typedSql(KnownVisitor)`
    select v.id, v.phone, v.preregistered_tenant_id, o.tenant_id as visited_tenant_id,
      ${mayRemember(actor)} as may_remember
    from visitor v left join visit o on o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null
    where ${withPhones}`.execute(db);
  return new Map(rows.map((row) => [row.phone, row]));
}

/** Another import added one of the visitors after the lock. The transaction must end. */
export class VisitorAppeared extends Error {
  override name = 'VisitorAppeared';
}

interface Saving {
  companyId: number;
  tenantId: number;
  known: ReadonlyMap<string, KnownVisitor>;
  /** Whether the file has the column. Otherwise a visitor whom the tenant expects already keeps host and time. */
  has: { host: boolean; time: boolean };
}

/**
 * Creates visitors or updates the locked `known` ones as expected by the tenant. Returns ids by phone.
 * @throws {VisitorAppeared} if another visitor became known, because locking it late could deadlock
 */
export async function saveExpected(
  db: Db,
  { companyId, tenantId, known, has }: Saving,
  visitors: readonly ExpectedVisitor[],
): Promise<Map<string, number>> {
  const isExpectedHere = sql`v.preregistered_tenant_id = ${tenantId}`;
  const expectation = expectedAs({
    tenantId: sql`${tenantId}::int`,
    at: sql`case when ${has.time}::boolean then given.at when ${isExpectedHere} then v.expected_at end`,
    employeeId: sql`case
      when ${has.host}::boolean then given.employee_id when ${isExpectedHere} then v.expected_employee_id end`,
    invitationId: sql`case when ${isExpectedHere} and not ${has.time}::boolean then v.expected_invitation_id end`,
    name: sql`given.name`,
    companyName: sql`given.company_name`,
    shouldSaveData: sql`(${choiceAt(tenantId)})`,
  });
  // The order of phones prevents deadlocks of two imports.
  const { rows } = await typedSql({ id: int, phone: text })`
    with given as (
      select * from unnest(
        ${visitors.map(({ phone }) => known.get(phone)?.id ?? null)}::int[],
        ${visitors.map(({ phone }) => phone)}::text[],
        ${visitors.map(({ name }) => name)}::text[],
        ${visitors.map(({ companyName }) => companyName)}::text[],
        ${visitors.map(({ phone }) => known.get(phone)?.may_remember ?? true)}::boolean[],
        ${visitors.map(({ at }) => at)}::timestamptz[],
        ${visitors.map(({ employeeId }) => employeeId)}::int[]
      ) as given (id, phone, name, company_name, may_remember, at, employee_id)
    ), changed as (
      update visitor v set
        name = case when may_remember then given.name else v.name end,
        company_name = case when may_remember then given.company_name else v.company_name end,
        current_name = coalesce(v.current_name, o.name), current_company_name = coalesce(v.current_company_name, o.company_name),
        ${expectation}, updated_at = now()
      from given
      left join visit o on o.company_id = ${companyId} and o.visitor_id = given.id and o.checked_out_at is null
      where v.company_id = ${companyId} and v.id = given.id
      returning v.id, v.phone
    ), added as (
      insert into visitor as v (company_id, phone, name, company_name, expected_name, expected_company_name, preregistered_tenant_id,
        expected_at, expected_employee_id)
      select ${companyId}::int, phone, name, company_name, name, company_name, ${tenantId}::int, at, employee_id
      from given where given.id is null
      order by phone
      on conflict (company_id, phone) do nothing
      returning v.id, v.phone
    )
    select id, phone from changed union all select id, phone from added`.execute(db);
  if (rows.length < visitors.length) throw new VisitorAppeared();
  return new Map(rows.map(({ id, phone }) => [phone, id]));
}

const choiceAt = (tenantId: number) => sql`
  select last.should_save_data from visit last
  where last.company_id = v.company_id and last.visitor_id = v.id and last.tenant_id = ${tenantId} order by last.checked_in_at desc, last.id desc limit 1`;
