import type { Db } from '../../platform/db/database.ts';
import type { VisitMessages } from '../../platform/outbox/content.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { publishVisitorsByTenant } from '../visitor/visitor-changes.ts';
import { arrivalFacts, contentOf } from './arrival.ts';

/** What the outbox needs to send messages about visits. */
export const visitMessages: VisitMessages = { facts: arrivalFacts, contentOf, publish: publishVisits };

/** Publishes a change of the visitors of these visits, so that desks ask for the state of the messages. */
export async function publishVisits(db: Db, visitIds: readonly number[]): Promise<void> {
  const { rows } = await typedSql({ company_id: int, visitor_id: int, tenant_id: int })`
    select distinct company_id, visitor_id, tenant_id from visit
    where id = any(${[...visitIds]}::int[]) and visitor_id is not null`.execute(db);
  const ofCompanies = Map.groupBy(rows, ({ company_id: companyId }) => companyId);
  for (const [companyId, visits] of ofCompanies) {
    const ofTenants = Map.groupBy(visits, ({ tenant_id: tenantId }) => tenantId);
    const idsByTenant = [...ofTenants].map(
      ([tenantId, visits]) => [tenantId, visits.map((visit) => visit.visitor_id)] as const,
    );
    await publishVisitorsByTenant(db, companyId, new Map(idsByTenant));
  }
}
