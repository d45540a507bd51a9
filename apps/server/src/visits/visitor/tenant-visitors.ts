import { type Actor, isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { toPage } from '../../platform/http/list.ts';
import type { Rows, WholeList } from '../../platform/http/answer.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import { listVisitorsOfTenant, positionOf, visitorsInBatches } from './visitor-list.store.ts';
import { withinTenant } from './as-seen.ts';
import { toVisitor, type VisitorRow } from './visitor.rows.ts';

/**
 * Whom a tenant expects and who is there now, as the tenant's own users see them, whoever asks.
 * @throws {Refusal} `notFound` for a tenant outside of the actor's scope.
 */
export async function readVisitorsOfTenant(
  db: Db,
  actor: Actor,
  tenantId: number,
  query: ListQuery & { scope: 'imported' | 'all' },
): Promise<Rows<Visitor> | WholeList<Visitor>> {
  const { companyId } = await readTenant(db, actor, tenantId);
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'visitor.listed', companyId, subject: 'tenant', subjectId: tenantId });
  }
  const read = (page: typeof query) => listVisitorsOfTenant(db, companyId, tenantId, page);
  const asSeen = (row: VisitorRow) => toVisitor(withinTenant(row, tenantId));
  if (query.limit === undefined) return { batches: visitorsInBatches(query, read, asSeen) };
  const { rows, counted } = await read(query);
  const page = toPage(rows, query, counted, (row) => positionOf(row, query.scope));
  return { ...page, rows: page.rows.map(asSeen) };
}
