import type { Db } from '../../platform/db/database.ts';
import { publish } from '../../platform/live/publish.ts';
import { changesOfMany } from '../visitor/visitor-changes.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Tells the desks that something changed about visitors who are announced: they ask what became of the messages. */
export async function publishVisits(db: Db, visitIds: readonly number[]): Promise<void> {
  const { rows } = await typedSql({ company_id: int, visitor_id: int, tenant_id: int })`
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
