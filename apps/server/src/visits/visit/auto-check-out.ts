import type { Agent } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { program } from '../../platform/audit/audit.ts';
import { timeOfDatabase } from '../../platform/db/clock.ts';
import type { Db, Reach } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { askedFrom, lastClosing, minutesToReply } from './still-here.ts';
import { checkOut } from './visit.ts';

/** A visit that began after the hour waits for the next. Visitors who are asked whether they are still here get time to reply. */
export async function checkOutForgotten({ acrossCompanies, within }: Reach, now: Date): Promise<void> {
  const forgotten = await listForgotten(acrossCompanies, now);
  for (const { company_id: companyId, visitor_id: visitorId, id: visitId } of forgotten) {
    const agent: Agent = { ...program, companyIds: [companyId], partnerId: null, tenantId: null };
    await checkOut(within([companyId]), agent, visitorId, { visitId }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

const Forgotten = z.strictObject({
  id: int,
  company_id: int,
  visitor_id: int,
});
type Forgotten = z.infer<typeof Forgotten>;

async function listForgotten(db: Db, now: Date): Promise<Forgotten[]> {
  const { rows } = await typedSql(Forgotten)`
    select o.id, o.company_id, o.visitor_id
    from company c
    cross join lateral ${lastClosing(now)} as last
    join visit o on o.company_id = c.id and o.checked_out_at is null
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    left join invitation i on i.company_id = o.company_id and i.id = o.invitation_id
    where c.auto_check_out_at is not null and c.deleted_at is null and o.checked_in_at < last.moment
      and (not s.enable_still_here
        or greatest(${askedFrom}, o.asked_at) + make_interval(mins => ${sql.lit(minutesToReply)}) <= ${now}::timestamptz)
    order by o.company_id, o.id`.execute(db);
  return rows;
}

export const checkOutByItself: ScheduledJob = {
  name: 'check-out-by-itself',
  cron: '*/5 * * * *',
  run: async (reach) => checkOutForgotten(reach, await timeOfDatabase(reach.acrossCompanies)),
};
