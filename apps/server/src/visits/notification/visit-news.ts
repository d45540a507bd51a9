import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { publish } from '../../platform/live/publish.ts';
import type { VisitMessages } from '../../platform/outbox/content.ts';
import { arrivalFacts, contentOf } from './arrival.ts';
import { changesOfMany } from '../visitor/visitor-changes.ts';

/** What the outbox needs to send messages about visits. */
export const visitMessages: VisitMessages = { facts: arrivalFacts, contentOf, publish: publishVisits };

/** Publishes a change of the visitors of these visits, so that desks ask for the state of the messages. */
export async function publishVisits(db: Db, visitIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ company_id: number; visitor_id: number; tenant_id: number }>`
    select distinct company_id, visitor_id, tenant_id from visit
    where id = any(${[...visitIds]}::int[]) and visitor_id is not null`.execute(db);
  const ofCompanies = Map.groupBy(rows, ({ company_id: companyId }) => companyId);
  const changes = [...ofCompanies].flatMap(([companyId, visits]) => {
    const ofTenants = Map.groupBy(visits, ({ tenant_id: tenantId }) => tenantId);
    return changesOfMany(
      companyId,
      new Map([...ofTenants].map(([tenantId, ofTenant]) => [tenantId, ofTenant.map((visit) => visit.visitor_id)])),
    );
  });
  await publish(db, changes);
}
