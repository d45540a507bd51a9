import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { publishVisitors } from '../visitor/visitor.ts';

/** Tells the desks that something changed about a visitor who is announced: they ask what became of the messages. */
export async function publishVisit(db: Db, visitId: number): Promise<void> {
  const { rows } = await sql<{ company_id: number; visitor_id: number; tenant_id: number }>`
    select company_id, visitor_id, tenant_id from visit where id = ${visitId}`.execute(db);
  for (const { company_id: companyId, visitor_id: visitorId, tenant_id: tenantId } of rows) {
    await publishVisitors(db, 'visitors_update', companyId, [visitorId], [tenantId]);
  }
}
