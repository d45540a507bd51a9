import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Lets the visits to employees who are about to be deleted keep their names, for as long as retention keeps the visits. */
export async function keepHostNames(
  db: Db,
  { tenantId, employeeIds }: { tenantId: number; employeeIds: readonly number[] },
): Promise<void> {
  await sql`
    with past as (
      select v.id, e.name from visit v join employee e on e.tenant_id = v.tenant_id and e.id = v.employee_id
      where v.tenant_id = ${tenantId} and v.employee_id = any(${[...employeeIds]}::int[]) and v.checked_out_at is not null
      order by v.id for no key update of v
    )
    update visit v set former_host = past.name, employee_id = null from past where v.id = past.id`.execute(db);
}
