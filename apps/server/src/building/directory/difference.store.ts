import { sql } from 'kysely';
import type { DirectoryType } from '@vestibule/contract/building/directory.ts';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { forgetPhotos } from '../image/image.ts';
import { employeesLeave } from '../employee/employee.events.ts';
import { membersJoin, membersLeave } from './directory.events.ts';
import { type Difference, KnownEmployee } from './difference.ts';
import type { Member } from './member.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

interface Place {
  companyId: number;
  tenantId: number;
  ids: string;
}

/** Prefix of stored ids, so that no member of another directory matches. Ids of Microsoft and Google are unique everywhere. */
export function idsOf({ type, domain }: { type: DirectoryType; domain: string | null }): string {
  return type === 'loopbooking' ? `${domain?.toLowerCase()} ` : '';
}

export async function listKnown(db: Db, { companyId, tenantId, ids }: Place): Promise<KnownEmployee[]> {
  const { rows } = await typedSql(KnownEmployee)`
    select e.id, e.id_from_service as "idFromService", substr(r.id_from_service, length(${ids}) + 1) as "idBefore", e.name, e.email, e.phone, exists (
      select from visit v where v.company_id = e.company_id and v.tenant_id = e.tenant_id and v.employee_id = e.id and v.checked_out_at is null
    ) as "isVisited"
    from employee e
    left join released_employee r on r.company_id = e.company_id and r.employee_id = e.id and e.id_from_service is null
      and starts_with(r.id_from_service, ${ids})
    where e.company_id = ${companyId} and e.tenant_id = ${tenantId}`.execute(db);
  return rows;
}

export async function lockEmployees(
  db: Db,
  { companyId, tenantId }: Omit<Place, 'ids'>,
  listed: readonly string[],
): Promise<void> {
  await sql`
    select id from employee where company_id = ${companyId} and tenant_id = ${tenantId} order by id for no key update`.execute(
    db,
  );
  await sql`
    select e.id from employee e
    left join unnest(${[...listed]}::text[]) as listed (id) on listed.id = e.id_from_service
    where e.company_id = ${companyId} and e.tenant_id = ${tenantId} and e.id_from_service is not null and listed.id is null
    order by e.id for update of e`.execute(db);
}

export async function apply(db: Db, place: Place, { added, changed, removed, kept }: Difference): Promise<number[]> {
  const { companyId, tenantId } = place;
  await removeEmployees(db, place, removed);
  await sql`delete from leaving_employee where company_id = ${companyId} and tenant_id = ${tenantId}`.execute(db);
  await sql`
    insert into leaving_employee (company_id, tenant_id, employee_id)
    select ${companyId}::int, ${tenantId}::int, unnest(${kept}::int[])`.execute(db);
  const ids = changed.map(({ employeeId }) => employeeId);
  await sql`
    update employee e set id_from_service = c.id_from_service, email = null, phone = null
    from unnest(${ids}::int[], ${changed.map(({ idFromService }) => idFromService)}::text[]) as c (id, id_from_service)
    where e.company_id = ${companyId} and e.id = c.id`.execute(db);
  await sql`
    update employee e set name = c.name, email = c.email, phone = c.phone
    from unnest(${ids}::int[], ${changed.map(({ name }) => name)}::text[], ${changed.map(({ email }) => email)}::text[],
      ${changed.map(({ phone }) => phone)}::text[]) as c (id, name, email, phone)
    where e.company_id = ${companyId} and e.id = c.id`.execute(db);
  await sql`
    delete from released_employee
    where company_id = ${companyId} and tenant_id = ${tenantId} and employee_id = any(${ids}::int[])`.execute(db);
  return addEmployees(db, place, added);
}

async function addEmployees(
  db: Db,
  { companyId, tenantId, ids: before }: Place,
  added: readonly Member[],
): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    insert into employee (id, company_id, tenant_id, id_from_service, name, email, phone)
    overriding system value
    select coalesce(f.employee_id, nextval(pg_get_serial_sequence('employee', 'id'))), ${companyId}::int, ${tenantId}::int,
      a.id_from_service, a.name, a.email, a.phone
    from unnest(${added.map(({ idFromService }) => idFromService)}::text[], ${added.map(({ name }) => name)}::text[],
      ${added.map(({ email }) => email)}::text[], ${added.map(({ phone }) => phone)}::text[])
      as a (id_from_service, name, email, phone)
    left join former_employee f on f.company_id = ${companyId} and f.tenant_id = ${tenantId}
      and f.id_from_service = ${before} || a.id_from_service
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await membersJoin.publish(db, { companyId, tenantId, employeeIds: ids });
  await sql`
    delete from former_employee
    where company_id = ${companyId} and tenant_id = ${tenantId} and employee_id = any(${ids}::int[])`.execute(db);
  return ids;
}

const RemovedRow = z.strictObject({ photo_id: int.nullable() });

export async function removeEmployees(
  db: Db,
  { companyId, tenantId, ids: before }: Place,
  ids: readonly number[],
): Promise<void> {
  const gone = [...ids];
  await sql`
    insert into former_employee (company_id, tenant_id, id_from_service, employee_id)
    select company_id, tenant_id, ${before} || id_from_service, id from employee
    where company_id = ${companyId} and tenant_id = ${tenantId} and id = any(${gone}::int[]) and id_from_service is not null
    on conflict (company_id, tenant_id, id_from_service) do update set employee_id = excluded.employee_id, left_at = now()`.execute(
    db,
  );
  await membersLeave.publish(db, { companyId, tenantId, employeeIds: ids });
  await employeesLeave.publish(db, { companyId, tenantId, employeeIds: ids });
  const { rows } = await typedSql(RemovedRow)`
    delete from employee where company_id = ${companyId} and tenant_id = ${tenantId} and id = any(${gone}::int[])
    returning photo_id`.execute(db);
  await forgetPhotos(
    db,
    companyId,
    rows.flatMap(({ photo_id: id }) => id ?? []),
  );
}

export async function releaseEmployees(db: Db, { companyId, tenantId, ids }: Place): Promise<void> {
  await sql`
    insert into released_employee (company_id, tenant_id, employee_id, id_from_service)
    select company_id, tenant_id, id, ${ids} || id_from_service from employee
    where company_id = ${companyId} and tenant_id = ${tenantId} and id_from_service is not null`.execute(db);
  await sql`
    update employee set id_from_service = null where company_id = ${companyId} and tenant_id = ${tenantId} and id_from_service is not null`.execute(
    db,
  );
}
