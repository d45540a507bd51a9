import type { Actor } from '@vestibule/contract/platform/access.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import {
  clearMemoryOfExpected,
  deletePastVisitsTo,
  endPreregistration,
  isForgotten,
  lockVisits,
} from './removal.store.ts';
import { asSeenBy, tenantsOf } from './as-seen.ts';
import { eraseVisitors, lockVisitorInScope } from './visitor.ts';
import { publishVisitors } from './visitor-changes.ts';

/**
 * Removes a visitor and all visits of theirs. For a tenant's user only what the tenant has of them: visits to others stay, and the
 * visitor too as long as anything keeps them. The answer is the same, so that it does not tell.
 * @throws {Refusal} `visitorIsCheckedIn`, as far as the actor may know; `notFound`
 */
export function removeVisitor(db: Db, actor: Actor, visitorId: number): Promise<null> {
  return transaction(db, async (db) => {
    const visitor = await lockVisitorInScope(db, actor, visitorId);
    if (asSeenBy(actor, visitor).currentVisitRecordId !== null) throw new Refusal('visitorIsCheckedIn');
    const companyId = visitor.company_id;
    await lockVisits(db, visitorId);
    await audit(db, actor, { action: 'visitor.deleted', companyId, subject: 'visitor', subjectId: visitorId });

    if (actor.tenantId !== null && !(await letGo(db, actor.tenantId, visitorId))) {
      await publishVisitors(db, 'visitors_update', companyId, [visitorId], []);
      await publish(db, [{ channel: `tenant:${actor.tenantId}`, event: 'visitors_removed', ids: [visitorId] }]);
      return null;
    }
    await eraseVisitors(db, [visitorId]);
    await publishVisitors(db, 'visitors_removed', companyId, [visitorId], tenantsOf(visitor));
    return null;
  });
}

/** Removes what a tenant has of a visitor. Answers whether nothing keeps the visitor any more. */
async function letGo(db: Db, tenantId: number, visitorId: number): Promise<boolean> {
  await deletePastVisitsTo(db, tenantId, visitorId);
  await endPreregistration(db, visitorId, tenantId);
  return isForgotten(db, visitorId);
}

export { clearCurrentData as endCurrentData, endPreregistration as stopExpecting } from './removal.store.ts';

/**
 * Removes the remembered data of a visitor. The visitor row stays where a tenant still expects them, with the data of that expectation.
 * Answers whether the row is gone.
 */
export async function forgetMemory(db: Db, visitorId: number): Promise<boolean> {
  if (await clearMemoryOfExpected(db, visitorId)) return false;
  await eraseVisitors(db, [visitorId]);
  return true;
}

/** Removes a visitor whom nothing keeps any more. Answers whether that was so. */
export async function eraseForgotten(db: Db, visitorId: number): Promise<boolean> {
  if (!(await isForgotten(db, visitorId))) return false;
  await eraseVisitors(db, [visitorId]);
  return true;
}
