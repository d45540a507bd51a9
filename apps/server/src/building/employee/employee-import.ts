import { EmployeeFields } from '@vestibule/contract/building/employee-edit.ts';
import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { sql } from 'kysely';
import { auditEach } from '../../platform/audit/audit.ts';
import { inPreview } from '../../platform/csv/import.ts';
import { type Layout, readLines } from '../../platform/csv/lines.ts';
import { earlierRows, leaveOut, readRows } from '../../platform/csv/rows.ts';
import { titles } from '../../platform/csv/titles.ts';
import type { Db } from '../../platform/db/database.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { countryOfTenant } from '../settings/settings.ts';
import { lockEmployer, readTenant } from '../tenant/tenant.ts';
import { employeeColumns, type EmployeeData, EmployeeRow, toEmployee } from './employee.store.ts';

const columns: Layout<'name' | 'email' | 'phone'> = {
  order: ['name', 'email', 'phone'],
  names: titles,
  isEnough: (known) => known.includes('name') && (known.includes('email') || known.includes('phone')),
};

interface Import {
  file: Buffer;
  isPreview: boolean;
}

/**
 * Adds employees of a CSV file in one transaction. Omits rows without a name, with invalid email or phone, or with those of another
 * employee or row.
 * @throws {Refusal} `csvColumns`; `wrongMimetype`; `validation` for too many rows; `notFound`
 */
export async function addEmployees(
  db: Db,
  actor: Actor,
  tenantId: number,
  { file, isPreview }: Import,
): Promise<{ employees: Employee[]; conflicts: Conflict[] }> {
  const { companyId } = await readTenant(db, actor, tenantId);
  const country = await countryOfTenant(db, companyId, tenantId);
  const readable = await readRows(readLines(file, columns), EmployeeFields, ({ name, email, phone }) => ({
    name,
    email: email ?? null,
    phone: phone ? readPhone(phone, country) : null,
  }));

  return inPreview(db, isPreview, async (db) => {
    await lockEmployer(db, companyId, tenantId);
    const taken = await listTakenKeys(db, { companyId, tenantId }, keysOfAll(readable.rows));
    const isInEarlierRow = earlierRows();
    const free = leaveOut(readable, (data) => {
      const keys = keysOf(data);
      const isInUse = keys.some((key) => taken.has(key)) || isInEarlierRow(keys);
      return isInUse ? 'AlreadyInUseForOtherEmployee' : undefined;
    });
    const inserted = await insertEmployees(
      db,
      companyId,
      tenantId,
      free.rows.map(({ data }) => data),
    );
    const act = { action: 'employee.created', companyId, subject: 'employee' } as const;
    await auditEach(
      db,
      actor,
      act,
      [...inserted.values()].map(({ id }) => id),
    );
    const added = leaveOut(free, (data) => (inserted.has(data) ? undefined : 'AlreadyInUseForOtherEmployee'));
    return { employees: [...inserted.values()].map(toEmployee), conflicts: added.conflicts };
  });
}

function keysOf({ email, phone }: EmployeeData): string[] {
  return [email, phone].filter((key) => key !== null);
}

function keysOfAll(rows: readonly { data: EmployeeData }[]): string[] {
  return rows.flatMap(({ data }) => keysOf(data));
}

async function listTakenKeys(
  db: Db,
  { companyId, tenantId }: { companyId: number; tenantId: number },
  keys: readonly string[],
): Promise<Set<string>> {
  const isOfTenant = sql`e.company_id = ${companyId} and e.tenant_id = ${tenantId}`;
  const { rows } = await typedSql({ key: text })`
    select lower(e.email) as key from employee e
    where ${isOfTenant} and lower(e.email) = any(${[...keys]}::text[])
    union all
    select e.phone from employee e where ${isOfTenant} and e.phone = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

async function insertEmployees(
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
