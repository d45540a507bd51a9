import { PersonInside } from '@vestibule/contract/visits/roll-call.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { int, moment, typedSql } from '../../platform/db/typed-sql.ts';

export const RollCallRow = z.strictObject({
  id: int,
  started_at: moment,
  joined_by: z.array(int),
});
export type RollCallRow = z.infer<typeof RollCallRow>;

export interface MadeTick {
  visitId: number;
  isSafe: boolean;
  age: number;
}

export async function findRollCall(db: Db, companyId: number): Promise<RollCallRow | undefined> {
  const { rows } = await typedSql(RollCallRow)`
    select id, started_at, joined_by from roll_call where company_id = ${companyId}`.execute(db);
  return rows[0];
}

export async function lockRollCall(db: Db, companyId: number): Promise<RollCallRow | undefined> {
  const { rows } = await typedSql(RollCallRow)`
    select id, started_at, joined_by from roll_call where company_id = ${companyId} for key share`.execute(db);
  return rows[0];
}

export async function insertRollCall(db: Db, companyId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into roll_call (company_id) values (${companyId}) on conflict (company_id) do nothing returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function joinRollCall(db: Db, companyId: number, rollCallId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    update roll_call set joined_by = array_append(joined_by, ${userId}::int)
    where company_id = ${companyId} and id = ${rollCallId} and not ${userId}::int = any(joined_by) returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function deleteRollCall(db: Db, companyId: number, rollCallId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from roll_call where company_id = ${companyId} and id = ${rollCallId} returning id`.execute(db);
  return rows.length > 0;
}

/** Keeps a later tick. Uses the clock of the database, because those of processes differ. */
export async function saveTicks(
  db: Db,
  { companyId, rollCallId }: { companyId: number; rollCallId: number },
  ticks: readonly MadeTick[],
): Promise<void> {
  // A visit may be removed when it ends. That must not fail the tick.
  await sql`
    with inside as materialized (
      select id from visit
      where company_id = ${companyId} and id = any(${ticks.map(({ visitId }) => visitId)}::int[]) and checked_out_at is null
      order by id for key share
    )
    insert into roll_call_tick as old (company_id, roll_call_id, visit_id, is_safe, ticked_at)
    select distinct on (o.id) ${companyId}::int, ${rollCallId}::int, o.id, t.is_safe,
      statement_timestamp() - make_interval(secs => t.age / 1000.0)
    from unnest(${ticks.map(({ visitId }) => visitId)}::int[], ${ticks.map(({ isSafe }) => isSafe)}::boolean[],
      ${ticks.map(({ age }) => age)}::int[]) as t (visit_id, is_safe, age)
    join inside o on o.id = t.visit_id
    order by o.id, t.age
    on conflict (company_id, roll_call_id, visit_id) do update set is_safe = excluded.is_safe, ticked_at = excluded.ticked_at
    where excluded.ticked_at > old.ticked_at`.execute(db);
}

export async function listPeopleInside(db: Db, companyId: number, rollCallId: number): Promise<PersonInside[]> {
  const { rows } = await typedSql(PersonInside)`
    select o.id as "visitId", o.name, o.company_name as "companyName", o.phone,
      jsonb_build_object('id', t.id, 'name', t.name) as tenant,
      case when e.id is not null then jsonb_build_object('id', e.id, 'name', e.name) end as employee,
      coalesce(k.is_safe, false) as "isSafe"
    from visit o
    join visitor v on v.company_id = o.company_id and v.id = o.visitor_id
    join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    left join roll_call_tick k on k.company_id = o.company_id and k.roll_call_id = ${rollCallId} and k.visit_id = o.id
    where o.company_id = ${companyId} and o.checked_out_at is null
    order by t.folded_name, t.id, v.folded_name, v.id`.execute(db);
  return rows;
}
