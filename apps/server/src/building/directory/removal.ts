import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockEmployer, readTenant } from '../tenant/tenant.ts';
import { deleteConnection } from './connection.store.ts';
import { listKnown, lockEmployees, idsOf, releaseEmployees, removeEmployees } from './difference.store.ts';

/**
 * Cuts a tenant loose from its directory; a synchronisation that runs saves nothing any more. The employees that it brought are
 * deleted, all or none, or stay as if they had been entered by hand.
 * @throws {Refusal} `noIntegration`; `currentVisitRecords` where one who would be deleted is being visited; `notFound`
 */
export function cutLoose(db: Db, actor: Actor, tenantId: number, shouldDeleteEmployees: boolean): Promise<Tenant> {
  return transaction(db, async (db) => {
    await readTenant(db, actor, tenantId);
    await lockEmployer(db, tenantId);
    const { type, companyId, loopbookingDomain: domain } = await readTenant(db, actor, tenantId);
    if (type === null) throw new Refusal('noIntegration');
    await deleteConnection(db, tenantId);
    const place = { companyId, tenantId, ids: idsOf({ type, domain }) };
    if (shouldDeleteEmployees) await deleteBrought(db, actor, place);
    else await releaseEmployees(db, place);
    await audit(db, actor, { action: 'directory.removed', companyId, subject: 'tenant', subjectId: tenantId });
    return readTenant(db, actor, tenantId);
  });
}

async function deleteBrought(
  db: Db,
  actor: Actor,
  place: { companyId: number; tenantId: number; ids: string },
): Promise<void> {
  const { companyId, tenantId, ids: before } = place;
  await lockEmployees(db, tenantId, []);
  const brought = (await listKnown(db, tenantId, before)).filter(({ idFromService }) => idFromService !== null);
  if (brought.some(({ isVisited }) => isVisited)) {
    throw new Refusal('currentVisitRecords', { reasons: ['currentVisitRecords'] });
  }
  const ids = brought.map(({ id }) => id);
  await removeEmployees(db, place, ids);
  await auditEach(db, actor, { action: 'employee.deleted', companyId, subject: 'employee' }, ids);
}
