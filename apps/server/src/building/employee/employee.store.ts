import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Employee } from '@vestibule/contract/building/employee.ts';
import { Image } from '@vestibule/contract/platform/image.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { readCursor, searchPattern } from '../../platform/http/list.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const EmployeeRow = z.strictObject({
  id: int,
  company_id: int,
  tenant_id: int,
  name: text,
  email: text.nullable(),
  phone: text.nullable(),
  id_from_service: text.nullable(),
  photo_id: int.nullable(),
  photo: Image.nullable(),
  folded_name: text,
});
export type EmployeeRow = z.infer<typeof EmployeeRow>;

export interface EmployeeData {
  name: string;
  email: string | null;
  phone: string | null;
}

export const employeeColumns = sql`e.id, e.company_id, e.tenant_id, e.name, e.email, e.phone, e.id_from_service, e.folded_name,
  e.photo_id, image_shown(e.company_id, e.photo_id) as photo`;

export async function findEmployee(db: Db, actor: Actor, employeeId: number): Promise<EmployeeRow | undefined> {
  const { rows } = await typedSql(EmployeeRow)`
    select ${employeeColumns} from employee e
    where e.id = ${employeeId} and ${inScope(actor, 'e.company_id')} and ${inTenantScope(actor, 'e.tenant_id')}`.execute(
    db,
  );
  return rows[0];
}

export function listEmployees(
  db: Db,
  companyId: number,
  tenantId: number,
  query: ListQuery,
): Promise<Counted<EmployeeRow>> {
  const after = readCursor(query);
  const pattern = searchPattern(query, searchMinimum.company);
  const matching = pattern === undefined ? sql`` : sql`and e.search like fold(${pattern})`;
  const further = after ? sql`and (e.folded_name, e.id) > (${after.key}, ${after.id})` : sql``;
  return readList(db, query, {
    row: EmployeeRow,
    select: sql`select ${employeeColumns} from employee e`,
    from: sql`employee e`,
    where: sql`e.company_id = ${companyId} and e.tenant_id = ${tenantId} ${matching}`,
    further,
    order: sql`e.folded_name, e.id`,
    isSearch: pattern !== undefined,
  });
}

export async function listEmployeesOfCompany(db: Db, companyId: number, query: ListQuery): Promise<EmployeeRow[]> {
  const pattern = searchPattern(query, searchMinimum.company);
  const matching =
    pattern === undefined
      ? sql``
      : sql`and (e.search like fold(${pattern}) or e.tenant_id in (
          select t.id from tenant t where t.company_id = ${companyId} and t.folded_name like fold(${pattern})
        ))`;
  const { rows } = await typedSql(EmployeeRow)`
    select ${employeeColumns} from employee e where e.company_id = ${companyId} ${matching}
    order by e.tenant_id, e.folded_name, e.id ${pattern === undefined ? sql`` : sql.raw(planEachTime)}`.execute(db);
  return rows;
}

export async function insertEmployee(
  db: Db,
  companyId: number,
  tenantId: number,
  data: EmployeeData,
): Promise<EmployeeRow> {
  const { rows } = await typedSql(EmployeeRow)`
    insert into employee as e (company_id, tenant_id, name, email, phone)
    values (${companyId}, ${tenantId}, ${data.name}, ${data.email}, ${data.phone})
    returning ${employeeColumns}`.execute(db);
  return onlyRow(rows);
}

export async function updateEmployee(
  db: Db,
  companyId: number,
  employeeId: number,
  data: EmployeeData,
): Promise<EmployeeRow | undefined> {
  const { rows } = await typedSql(EmployeeRow)`
    update employee as e set name = ${data.name}, email = ${data.email}, phone = ${data.phone}
    where e.company_id = ${companyId} and e.id = ${employeeId}
    returning ${employeeColumns}`.execute(db);
  return rows[0];
}

const PhotoRow = z.strictObject({ photo_id: int.nullable() });

export async function deleteUnlessVisited(
  db: Db,
  companyId: number,
  employeeId: number,
): Promise<{ photo_id: number | null } | undefined> {
  const { rows } = await typedSql(PhotoRow)`
    delete from employee e
    where e.company_id = ${companyId} and e.id = ${employeeId} and not exists (
      select from visit v where v.company_id = e.company_id and v.tenant_id = e.tenant_id and v.employee_id = e.id and v.checked_out_at is null
    )
    returning e.photo_id`.execute(db);
  return rows[0];
}

export async function lockEmployee(db: Db, actor: Actor, employeeId: number): Promise<boolean> {
  const { rows } = await sql`
    select e.id from employee e
    where e.id = ${employeeId} and ${inScope(actor, 'e.company_id')} and ${inTenantScope(actor, 'e.tenant_id')}
    for update of e`.execute(db);
  return rows.length > 0;
}

export async function listTaken(
  db: Db,
  { companyId, tenantId }: { companyId: number; tenantId: number },
  data: EmployeeData,
  exceptId: number | null,
): Promise<('email' | 'phone')[]> {
  const { rows } = await typedSql({ has_email: bool, has_phone: bool })`
    select coalesce(lower(e.email) = lower(${data.email}), false) as has_email, coalesce(e.phone = ${data.phone}, false) as has_phone
    from employee e
    where e.company_id = ${companyId} and e.tenant_id = ${tenantId} and e.id is distinct from ${exceptId}
      and (lower(e.email) = lower(${data.email}) or e.phone = ${data.phone})`.execute(db);
  const taken: ('email' | 'phone')[] = [];
  if (rows.some((row) => row.has_email)) taken.push('email');
  if (rows.some((row) => row.has_phone)) taken.push('phone');
  return taken;
}

export async function setPhoto(db: Db, companyId: number, employeeId: number, imageId: number | null): Promise<void> {
  await db
    .updateTable('employee')
    .set({ photo_id: imageId })
    .where('company_id', '=', companyId)
    .where('id', '=', employeeId)
    .execute();
}

export function toEmployee(row: EmployeeRow): Employee {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    photoId: row.photo_id,
    photo: row.photo,
    idFromService: row.id_from_service,
  };
}
