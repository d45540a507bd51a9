import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { notify } from '../../platform/live/bus.ts';
import { auditEach } from '../../platform/audit/audit.ts';
import { employeesMayLeave } from '../employee/employee.events.ts';
import { lockEmployer } from '../tenant/tenant.ts';
import { directoryTypes } from '@vestibule/contract/building/directory.ts';
import { roles } from '@vestibule/contract/platform/access.ts';
import { idsOf, removeEmployees } from './difference.store.ts';
import { queueDueRuns, queuePhotoRuns } from './sync.store.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

/** Also fetches photos in portions, and deletes employees who left after their visits end. */
export const keepDirectories: ScheduledJob = {
  name: 'keep-directories',
  cron: '* * * * *',
  async run(reach) {
    const { acrossCompanies } = reach;
    const isDue = await queueDueRuns(acrossCompanies);
    if ((await queuePhotoRuns(acrossCompanies)) || isDue) await notify(acrossCompanies, 'directory', '');
    await deleteFormerMembers(reach);
  },
};

const Leaving = z.strictObject({
  tenant_id: int,
  company_id: int,
  type: z.enum(directoryTypes),
  loopbooking_domain: text.nullable(),
  connected_by: int,
  connected_as: z.enum(roles),
  ids: z.array(int),
});
type Leaving = z.infer<typeof Leaving>;

async function listFormerMembers(db: Db): Promise<Leaving[]> {
  const { rows } = await typedSql(Leaving)`
    select l.tenant_id, d.company_id, t.type, t.loopbooking_domain, d.connected_by, d.connected_as,
      array_agg(l.employee_id order by l.employee_id) as ids
    from leaving_employee l join directory_sync d on d.company_id = l.company_id and d.tenant_id = l.tenant_id
    join tenant t on t.company_id = l.company_id and t.id = l.tenant_id
    where not exists (
      select from visit v where v.company_id = l.company_id and v.tenant_id = l.tenant_id and v.employee_id = l.employee_id and v.checked_out_at is null
    )
    group by l.tenant_id, d.company_id, t.type, t.loopbooking_domain, d.connected_by, d.connected_as`.execute(db);
  return rows;
}

async function deleteFormerMembers({ acrossCompanies, within }: Reach): Promise<void> {
  for (const leaving of await listFormerMembers(acrossCompanies)) {
    await transaction(within([leaving.company_id]), (db) => removeUnvisited(db, leaving));
  }
}

async function removeUnvisited(db: Db, leaving: Leaving) {
  const { tenant_id: tenantId, company_id: companyId, ids, ...by } = leaving;
  await employeesMayLeave.publish(db, { companyId, tenantId });
  await lockEmployer(db, companyId, tenantId);
  // New visits wait, and a synchronization runs before or after.
  await sql`select id from employee where company_id = ${companyId} and id = any(${ids}::int[]) order by id for update`.execute(
    db,
  );
  const { rows } = await typedSql({ id: int })`
    select l.employee_id as id from leaving_employee l
    where l.company_id = ${companyId} and l.tenant_id = ${tenantId} and l.employee_id = any(${ids}::int[]) and not exists (
      select from visit v where v.company_id = l.company_id and v.tenant_id = l.tenant_id and v.employee_id = l.employee_id and v.checked_out_at is null
    )`.execute(db);
  const gone = rows.map(({ id }) => id);
  const before = idsOf({ type: by.type, domain: by.loopbooking_domain });
  await removeEmployees(db, { companyId, tenantId, ids: before }, gone);
  const actor = { userId: by.connected_by, role: by.connected_as };
  await auditEach(db, actor, { action: 'employee.deleted', companyId, subject: 'employee' }, gone);
}
