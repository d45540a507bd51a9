import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { expectedNoMore } from './expectation.sql.ts';
import { mayRemember } from './remembered.sql.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';

export interface EditedData {
  name: string;
  companyName: string;
  phone: string;
  shouldSaveData: boolean | undefined;
}

export async function canChangeMemory(db: Db, actor: Actor, visitorId: number): Promise<boolean> {
  const { rows } = await typedSql({ can_change: bool })`
    select ${mayRemember(actor)} as can_change from visitor v where v.id = ${visitorId}`.execute(db);
  return onlyRow(rows).can_change;
}

/**
 * Returns false if another visitor of the company has the phone. Edits that would swap phones write nothing, so they cannot deadlock. Guests
 * follow the phone. A pass with an unverified phone does not, because it would show the phone of another person.
 */
export async function updateMemory(
  db: Db,
  visitorId: number,
  { name, companyName, phone, shouldSaveData }: EditedData,
  { isInside }: { isInside: boolean },
): Promise<boolean> {
  const saves = shouldSaveData ?? sql`should_save_data`;
  const { rows } = await sql`
    with changed as (
      update visitor set
        name = ${name}, company_name = ${companyName}, phone = ${phone}, should_save_data = ${saves},
        storage_stopped_at = case
          when ${saves} then null
          when should_save_data then now()
          else storage_stopped_at end,
        current_name = case when ${isInside}::boolean and expected_name is not null then ${name} end,
        current_company_name = case when ${isInside}::boolean and expected_name is not null then ${companyName} end,
        expected_name = case when ${isInside}::boolean then expected_name when preregistered_tenant_id is not null then ${name} end,
        expected_company_name = case
          when ${isInside}::boolean then expected_company_name
          when preregistered_tenant_id is not null then ${companyName} end,
        expected_should_save_data = case
          when ${isInside}::boolean then expected_should_save_data
          when preregistered_tenant_id is not null then coalesce(${shouldSaveData ?? null}, expected_should_save_data) end,
        updated_at = now()
      where id = ${visitorId} and not exists (${otherWithPhone(visitorId, phone)})
      returning id, company_id, phone
    ), followed as (
      update guest g set phone = c.phone from changed c
      where g.company_id = c.company_id and g.visitor_id = c.id and not g.is_phone_unverified and g.phone <> c.phone
    )
    select id from changed`.execute(db);
  return rows.length > 0;
}

export async function isPhoneTaken(db: Db, visitorId: number, phone: string): Promise<boolean> {
  const { rows } = await otherWithPhone(visitorId, phone).execute(db);
  return rows.length > 0;
}

const otherWithPhone = (visitorId: number, phone: string) => sql`
  select from visitor other join visitor self on self.company_id = other.company_id
  where self.id = ${visitorId} and other.phone = ${phone} and other.id <> self.id`;

export type OptOutByEdit = 'tenantVisits' | 'tenant' | null | undefined;

export async function updateVisit(
  db: Db,
  visitId: number,
  { name, companyName, phone, shouldSaveData }: EditedData,
  optOut: OptOutByEdit,
): Promise<void> {
  await sql`
    update visit set name = ${name}, company_name = ${companyName}, phone = ${phone},
      should_save_data = coalesce(${shouldSaveData ?? null}, should_save_data),
      opt_out = ${optOut === undefined ? sql`opt_out` : optOut}
    where id = ${visitId}`.execute(db);
}

export async function updateShownData(
  db: Db,
  visitorId: number,
  { name, companyName, shouldSaveData }: EditedData,
  { isInside, isExpected }: { isInside: boolean; isExpected: boolean },
): Promise<void> {
  await sql`
    update visitor set
      current_name = case when ${isInside}::boolean then ${name} else current_name end,
      current_company_name = case when ${isInside}::boolean then ${companyName} else current_company_name end,
      expected_name = case when ${isExpected}::boolean then ${name} else expected_name end,
      expected_company_name = case when ${isExpected}::boolean then ${companyName} else expected_company_name end,
      expected_should_save_data = case
        when ${isExpected}::boolean then coalesce(${shouldSaveData ?? null}, expected_should_save_data)
        else expected_should_save_data end,
      updated_at = now()
    where id = ${visitorId}`.execute(db);
}

/** Returns the id of the new visitor. */
export async function moveToNewPhone(
  db: Db,
  { visitorId, visitId, tenantId }: { visitorId: number; visitId: number | null; tenantId: number },
  { name, companyName, phone, shouldSaveData }: EditedData,
): Promise<number> {
  const { rows } = await typedSql({ id: int })`
    insert into visitor (company_id, phone, name, company_name, preregistered_tenant_id, expected_name, expected_company_name, expected_should_save_data,
      expected_at, expected_employee_id, expected_invitation_id)
    select company_id, ${phone}, ${name}, ${companyName}, expecting.tenant,
      case when expecting.tenant is not null then ${name} end, case when expecting.tenant is not null then ${companyName} end,
      case when expecting.tenant is not null then coalesce(${shouldSaveData ?? null}, expected_should_save_data) end,
      case when expecting.tenant is not null then expected_at end, case when expecting.tenant is not null then expected_employee_id end,
      case when expecting.tenant is not null then expected_invitation_id end
    from visitor, lateral (select case when preregistered_tenant_id = ${tenantId} then ${tenantId}::int end as tenant) expecting
    where visitor.id = ${visitorId} returning id`.execute(db);
  const { id } = onlyRow(rows);
  await sql`
    update visitor set ${expectedNoMore} where id = ${visitorId} and preregistered_tenant_id = ${tenantId}`.execute(db);
  await sql`
    update guest g set visitor_id = ${id}, phone = ${phone} from meeting m
    where g.visitor_id = ${visitorId} and m.company_id = g.company_id and m.id = g.meeting_id and m.tenant_id = ${tenantId}`.execute(
    db,
  );
  if (visitId === null) return id;
  await sql`update visitor set current_name = null, current_company_name = null where id = ${visitorId}`.execute(db);
  await sql`update visit set visitor_id = ${id} where id = ${visitId}`.execute(db);
  await sql`update message set visitor_id = ${id} where visit_id = ${visitId}`.execute(db);
  return id;
}
