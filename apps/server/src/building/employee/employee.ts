import type { EmployeeEdit, EmployeeFields } from '@vestibule/contract/building/employee-edit.ts';
import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction, violatedConstraint } from '../../platform/db/database.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { forgetPhotos, requireImage } from '../image/image.ts';
import { countryOfTenant } from '../settings/settings.ts';
import { lockEmployer, readTenant } from '../tenant/tenant.ts';
import { employeesChanged, employeesLeave, employeesMayLeave } from './employee.events.ts';
import {
  deleteUnlessVisited,
  type EmployeeData,
  type EmployeeRow,
  findEmployee,
  insertEmployee,
  listEmployees,
  listEmployeesOfCompany,
  listTaken,
  lockEmployee,
  setPhoto,
  toEmployee,
  updateEmployee,
} from './employee.store.ts';

interface TenantOfCompany {
  companyId: number;
  tenantId: number;
}

export async function readEmployees(db: Db, actor: Actor, tenantId: number, query: ListQuery): Promise<Rows<Employee>> {
  const tenant = await readTenant(db, actor, tenantId);
  const { rows, counted } = await listEmployees(db, tenant.companyId, tenantId, query);
  const page = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  return { ...page, rows: page.rows.map(toEmployee) };
}

export async function employeesOfTenant(db: Db, actor: Actor, tenantId: number): Promise<Employee[]> {
  const tenant = await readTenant(db, actor, tenantId);
  const { rows } = await listEmployees(db, tenant.companyId, tenantId, {});
  return rows.map(toEmployee);
}

export async function employeesByTenant(db: Db, companyId: number, query: ListQuery): Promise<Map<number, Employee[]>> {
  const rows = await listEmployeesOfCompany(db, companyId, query);
  return Map.groupBy(rows.map(toEmployee), (employee) => employee.tenantId);
}

export async function addEmployee(db: Db, actor: Actor, tenantId: number, fields: EmployeeFields): Promise<Employee> {
  const { companyId } = await readTenant(db, actor, tenantId);
  const data = await readFields(db, { companyId, tenantId }, fields);
  return keepingThemApart(db, { companyId, tenantId }, data, null, () =>
    transaction(db, async (db) => {
      await lockEmployer(db, companyId, tenantId);
      const employee = await insertEmployee(db, companyId, tenantId, data);
      await record(db, actor, 'employee.created', employee);
      return toEmployee(employee);
    }),
  );
}

/**
 * Changes an employee entered by hand.
 * @throws {Refusal} as `addEmployee`; `employeeIsSynchronised` for one of a directory; `changedMeanwhile`.
 */
export async function changeEmployee(
  db: Db,
  actor: Actor,
  employeeId: number,
  fields: EmployeeEdit,
): Promise<Employee> {
  const { company_id: companyId, tenant_id: tenantId } = await editableEmployee(db, actor, employeeId);
  const data = await readFields(db, { companyId, tenantId }, fields);
  return keepingThemApart(db, { companyId, tenantId }, data, employeeId, () =>
    transaction(db, async (db) => {
      await lockEmployer(db, companyId, tenantId);
      if (!(await lockEmployee(db, actor, employeeId))) throw new Refusal('notFound');
      const { name, email, phone } = await editableEmployee(db, actor, employeeId);
      refuseChanged({ name, email, phone }, fields.previous, data);
      const changed = orNotFound(await updateEmployee(db, companyId, employeeId, data));
      await record(db, actor, 'employee.changed', changed);
      await employeesChanged.publish(db, { companyId, tenantId, employeeIds: [employeeId] });
      return toEmployee(changed);
    }),
  );
}

/**
 * Deletes an employee entered by hand, with the photo unless shared. Past visits keep the name.
 * @throws {Refusal} `currentVisitRecords` during a visit; `employeeIsSynchronised`.
 */
export function removeEmployee(db: Db, actor: Actor, employeeId: number): Promise<null> {
  return transaction(db, async (db) => {
    const employee = await editableEmployee(db, actor, employeeId);
    const { company_id: companyId, tenant_id: tenantId } = employee;
    await employeesMayLeave.publish(db, { companyId, tenantId });
    await lockEmployer(db, companyId, tenantId);
    if (!(await lockEmployee(db, actor, employeeId))) throw new Refusal('notFound');
    await employeesLeave.publish(db, { companyId, tenantId, employeeIds: [employeeId] });
    const deleted = await deleteUnlessVisited(db, companyId, employeeId);
    if (!deleted) throw new Refusal('currentVisitRecords', { reasons: ['currentVisitRecords'] });
    if (deleted.photo_id !== null) await forgetPhotos(db, companyId, [deleted.photo_id]);
    await record(db, actor, 'employee.deleted', employee);
    return null;
  });
}

async function editableEmployee(db: Db, actor: Actor, employeeId: number): Promise<EmployeeRow> {
  const employee = orNotFound(await findEmployee(db, actor, employeeId));
  if (employee.id_from_service !== null) throw new Refusal('employeeIsSynchronised');
  return employee;
}

async function readFields(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
  { name, email, phone }: EmployeeEdit,
): Promise<EmployeeData> {
  const readable = phone ? readPhone(phone, await countryOfTenant(db, companyId, tenantId)) : null;
  return { name, email: email ?? null, phone: readable };
}

async function keepingThemApart<Result>(
  db: Db,
  tenant: TenantOfCompany,
  data: EmployeeData,
  exceptId: number | null,
  write: () => Promise<Result>,
): Promise<Result> {
  const taken = await listTaken(db, tenant, data, exceptId);
  if (taken.length > 0) throw inUse(taken);
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'employee_email') throw inUse(['email']);
    if (violatedConstraint(error) === 'employee_phone') throw inUse(['phone']);
    throw error;
  }
}

function inUse(reasons: ('email' | 'phone')[]): Refusal {
  const fields = Object.fromEntries(reasons.map((reason) => [reason, 'AlreadyInUseForOtherEmployee'] as const));
  return new Refusal('AlreadyInUseForOtherEmployee', { reasons, fields });
}

function record(
  db: Db,
  actor: Actor,
  action: 'employee.created' | 'employee.changed' | 'employee.deleted',
  { id, company_id }: EmployeeRow,
): Promise<void> {
  return audit(db, actor, { action, companyId: company_id, subject: 'employee', subjectId: id });
}

export function changeEmployeePhoto(
  db: Db,
  actor: Actor,
  employeeId: number,
  { photoId, previous }: { photoId: number | null; previous?: number | null | undefined },
): Promise<Employee> {
  return transaction(db, async (db) => {
    await lockEmployee(db, actor, employeeId);
    const employee = orNotFound(await findEmployee(db, actor, employeeId));
    const { company_id: companyId, tenant_id: tenantId } = employee;
    refuseChanged(employee.photo_id, previous, photoId);
    if (photoId !== null) {
      await requireImage(db, actor, photoId, { companyId, tenantId, type: 'photo', field: 'photoId' });
    }
    await setPhoto(db, companyId, employeeId, photoId);
    await audit(db, actor, {
      action: 'employee.photoChanged',
      companyId,
      subject: 'employee',
      subjectId: employeeId,
    });
    return toEmployee(orNotFound(await findEmployee(db, actor, employeeId)));
  });
}
