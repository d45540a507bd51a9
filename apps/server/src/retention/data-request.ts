import type { Actor } from '@vestibule/contract/access.ts';
import type { VisitorData } from '@vestibule/contract/data-request.ts';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { type Db, transaction } from '../db/database.ts';
import { tenantsOf } from '../visitor/as-seen.ts';
import { eraseVisitors, lockVisitorInScope, visitorInScope } from '../visitor/visitor.ts';
import { publishVisitors } from '../visitor/visitor-changes.ts';
import { toVisitor } from '../visitor/visitor.rows.ts';

/** Everything that is kept about a visitor. @throws {Refusal} `notFound` */
export function exportVisitorData(db: Db, actor: Actor, visitorId: number): Promise<VisitorData> {
  return transaction(db, async (db) => {
    const row = await visitorInScope(db, actor, visitorId);
    const act = { action: 'visitor.exported', companyId: row.company_id, subject: 'visitor' } as const;
    await audit(db, actor, { ...act, subjectId: visitorId });
    const [times, visits, messages] = [
      await findTimes(db, visitorId),
      await listVisits(db, visitorId),
      await listMessages(db, row.company_id, visitorId),
    ];
    return { visitor: toVisitor(row), ...times, visits, messages };
  });
}

/** Removes a visitor with everything that is kept about them, even somebody who is inside. @throws {Refusal} `notFound` */
export function eraseVisitorData(db: Db, actor: Actor, visitorId: number): Promise<null> {
  return transaction(db, async (db) => {
    const row = await lockVisitorInScope(db, actor, visitorId);
    await eraseVisitors(db, [visitorId]);
    const act = { action: 'visitor.erased', companyId: row.company_id, subject: 'visitor' } as const;
    await audit(db, actor, { ...act, subjectId: visitorId });
    await publishVisitors(db, 'visitors_removed', row.company_id, [visitorId], tenantsOf(row));
    return null;
  });
}

async function findTimes(db: Db, visitorId: number): Promise<Pick<VisitorData, 'savedUntil' | 'preregisteredAt'>> {
  const { rows } = await sql<Pick<VisitorData, 'savedUntil' | 'preregisteredAt'>>`
    select saved_until as "savedUntil",
      case when preregistered_tenant_id is not null then preregistered_at end as "preregisteredAt"
    from visitor where id = ${visitorId}`.execute(db);
  return rows[0] ?? { savedUntil: null, preregisteredAt: null };
}

async function listVisits(db: Db, visitorId: number): Promise<VisitorData['visits']> {
  const { rows } = await sql<{
    visit: VisitorData['visits'][number];
    checkedInAt: string;
    checkedOutAt: string | null;
  }>`
    select o.checked_in_at as "checkedInAt", o.checked_out_at as "checkedOutAt", jsonb_build_object(
      'id', o.id,
      'tenant', jsonb_build_object('id', t.id, 'name', t.name),
      'formerHost', o.former_host,
      'employee', case when e.id is not null then jsonb_build_object(
        'id', e.id, 'name', e.name, 'phone', e.phone, 'tenant', jsonb_build_object('id', t.id, 'name', t.name)) end
    ) as visit
    from visit o join tenant t on t.id = o.tenant_id left join employee e on e.id = o.employee_id
    where o.visitor_id = ${visitorId} order by o.checked_in_at desc, o.id desc`.execute(db);
  return rows.map(({ visit, ...times }) => ({ ...visit, ...times }));
}

/** Where the host was told is the host's, not the visitor's. */
async function listMessages(db: Db, companyId: number, visitorId: number): Promise<VisitorData['messages']> {
  const { rows } = await sql<VisitorData['messages'][number]>`
    select kind, channel, case when kind <> 'arrival' then recipient end as recipient, state, created_at as "createdAt"
    from message where company_id = ${companyId} and visitor_id = ${visitorId} order by id desc`.execute(db);
  return rows;
}
