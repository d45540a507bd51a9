import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Lets the visits to employees who are about to be deleted keep their names, for as long as retention keeps the visits. */
export async function keepHostNames(db: Db, tenantId: number, employeeIds: readonly number[]): Promise<void> {
  await sql`
    update visit v set former_host = e.name, employee_id = null from employee e
    where e.tenant_id = ${tenantId} and e.id = any(${[...employeeIds]}::int[])
      and v.tenant_id = e.tenant_id and v.employee_id = e.id and v.checked_out_at is not null`.execute(db);
}
