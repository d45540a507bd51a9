import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { expectedNoMore } from './expectation.sql.ts';
import { mayRemember } from './remembered.sql.ts';
import type { VisitorRow } from './visitor.rows.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';

type VisitorKey = Pick<VisitorRow, 'id' | 'company_id'>;

export interface EditedData {
  name: string;
  companyName: string;
  phone: string;
  shouldSaveData: boolean | undefined;
}

export async function canChangeMemory(
  db: Db,
  actor: Actor,
  { id, company_id: companyId }: VisitorKey,
): Promise<boolean> {
  const { rows } = await typedSql({ can_change: bool })`
    select ${mayRemember(actor)} as can_change from visitor v
    where v.company_id = ${companyId} and v.id = ${id}`.execute(db);
  return onlyRow(rows).can_change;
}

/**
 * Returns false if another visitor of the company has the phone. Edits that would swap phones write nothing, so they cannot deadlock. Guests
 * follow the phone. A pass with an unverified phone does not, because it would show the phone of another person.
 */
export async function updateMemory(
  db: Db,
  { id, company_id: companyId }: VisitorKey,
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
      where company_id = ${companyId} and id = ${id} and not exists (${otherWithPhone({ id, company_id: companyId }, phone)})
      returning id, company_id, phone
    ), followed as (
      update guest g set phone = c.phone from changed c
      where g.company_id = c.company_id and g.visitor_id = c.id and not g.is_phone_unverified and g.phone <> c.phone
    )
    select id from changed`.execute(db);
  return rows.length > 0;
}

export async function isPhoneTaken(db: Db, visitor: VisitorKey, phone: string): Promise<boolean> {
  const { rows } = await otherWithPhone(visitor, phone).execute(db);
  return rows.length > 0;
}

const otherWithPhone = ({ id, company_id: companyId }: VisitorKey, phone: string) => sql`
  select from visitor other where other.company_id = ${companyId} and other.phone = ${phone} and other.id <> ${id}`;

export type OptOutByEdit = 'tenantVisits' | 'tenant' | null | undefined;

export async function updateVisit(
  db: Db,
  companyId: number,
  visitId: number,
  { name, companyName, phone, shouldSaveData }: EditedData,
  optOut: OptOutByEdit,
): Promise<void> {
  await sql`
    update visit set name = ${name}, company_name = ${companyName}, phone = ${phone},
      should_save_data = coalesce(${shouldSaveData ?? null}, should_save_data),
      opt_out = ${optOut === undefined ? sql`opt_out` : optOut}
    where company_id = ${companyId} and id = ${visitId}`.execute(db);
}

export async function updateShownData(
  db: Db,
  { id, company_id: companyId }: VisitorKey,
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
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

/** Returns the id of the new visitor. */
export async function moveToNewPhone(
  db: Db,
  { visitor, visitId, tenantId }: { visitor: VisitorKey; visitId: number | null; tenantId: number },
  { name, companyName, phone, shouldSaveData }: EditedData,
): Promise<number> {
  const { id: visitorId, company_id: companyId } = visitor;
  const isVisitor = sql`visitor.company_id = ${companyId} and visitor.id = ${visitorId}`;
  const { rows } = await typedSql({ id: int })`
    insert into visitor (company_id, phone, name, company_name, preregistered_tenant_id, expected_name, expected_company_name, expected_should_save_data,
      expected_at, expected_employee_id, expected_invitation_id)
    select company_id, ${phone}, ${name}, ${companyName}, expecting.tenant,
      case when expecting.tenant is not null then ${name} end, case when expecting.tenant is not null then ${companyName} end,
      case when expecting.tenant is not null then coalesce(${shouldSaveData ?? null}, expected_should_save_data) end,
      case when expecting.tenant is not null then expected_at end, case when expecting.tenant is not null then expected_employee_id end,
      case when expecting.tenant is not null then expected_invitation_id end
    from visitor, lateral (select case when preregistered_tenant_id = ${tenantId} then ${tenantId}::int end as tenant) expecting
    where ${isVisitor} returning id`.execute(db);
  const { id } = onlyRow(rows);
  await sql`
    update visitor set ${expectedNoMore} where ${isVisitor} and preregistered_tenant_id = ${tenantId}`.execute(db);
  await sql`
    update guest g set visitor_id = ${id}, phone = ${phone} from meeting m
    where g.company_id = ${companyId} and g.visitor_id = ${visitorId} and m.company_id = g.company_id and m.id = g.meeting_id and m.tenant_id = ${tenantId}`.execute(
    db,
  );
  if (visitId === null) return id;
  await sql`update visitor set current_name = null, current_company_name = null where ${isVisitor}`.execute(db);
  await sql`update visit set visitor_id = ${id} where company_id = ${companyId} and id = ${visitId}`.execute(db);
  await sql`update message set visitor_id = ${id} where company_id = ${companyId} and visit_id = ${visitId}`.execute(
    db,
  );
  return id;
}
