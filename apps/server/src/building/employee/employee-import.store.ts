import type { Db } from '../../platform/db/database.ts';
import { type EmployeeData, EmployeeRow, employeeColumns } from './employee.store.ts';
import { typedSql, text } from '../../platform/db/typed-sql.ts';

/** Those of these e-mails, in small letters, and phones that employees of the tenant have. */
export async function listTakenKeys(db: Db, tenantId: number, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await typedSql({ key: text })`
    select lower(e.email) as key from employee e
    where e.tenant_id = ${tenantId} and lower(e.email) = any(${[...keys]}::text[])
    union all
    select e.phone from employee e where e.tenant_id = ${tenantId} and e.phone = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Adds employees in one statement, but those whose e-mail or phone is in use. Answers who became of which, in their order. */
export async function insertEmployees(
  db: Db,
  companyId: number,
  tenantId: number,
  employees: readonly EmployeeData[],
): Promise<Map<EmployeeData, EmployeeRow>> {
  const { rows } = await typedSql(EmployeeRow)`
    insert into employee as e (company_id, tenant_id, name, email, phone)
    select ${companyId}::int, ${tenantId}::int, new.name, new.email, new.phone
    from unnest(
      ${employees.map(({ name }) => name)}::text[],
      ${employees.map(({ email }) => email)}::text[],
      ${employees.map(({ phone }) => phone)}::text[]
    ) as new (name, email, phone)
    on conflict do nothing
    returning ${employeeColumns}`.execute(db);
  const byKey = new Map(rows.map((row) => [row.email ?? row.phone, row]));
  const inserted = new Map<EmployeeData, EmployeeRow>();
  for (const data of employees) {
    const row = byKey.get(data.email ?? data.phone);
    if (row) inserted.set(data, row);
  }
  return inserted;
}
