import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { checkOut } from './visit.ts';
import { asVisibleTo } from '../visitor/visibility.ts';
import { findVisitorInScope } from '../visitor/visitor.ts';
import { findVisitorByEarlyBadge, findVisitorByBadge } from '../badge/badge.ts';

/**
 * Ends the visit of a badge. A badge of an earlier visit ends no later one.
 * @throws {Refusal} `visitNotFound`; `visitorIsNotCheckedIn`; `notFound` for the company
 */
export async function checkOutByBadge(
  db: Db,
  vault: Vault,
  actor: Actor,
  { companyId, code }: { companyId: number; code: string },
): Promise<{ visitorName: string; visitor: Visitor | null }> {
  await requireCompany(db, actor, companyId);
  const found = await findVisitorByBadge(db, vault, companyId, code);
  const mayKnow = actor.tenantId === null || found?.tenant_id === actor.tenantId;
  if (!found || !mayKnow) throw new Refusal('visitNotFound');
  const { id, name: visitorName, visit_id: visitId } = found;
  if (visitId === null) throw new Refusal('visitorIsNotCheckedIn');
  return { visitorName, visitor: await checkOut(db, actor, id, { visitId }) };
}

/**
 * Returns the phone of an expected visitor by a badge that was printed before the visit.
 * @throws {Refusal} `visitNotFound`; `notFound` for the company
 */
export async function lookUpPass(
  db: Db,
  vault: Vault,
  actor: Actor,
  { companyId, code }: { companyId: number; code: string },
): Promise<{ phone: string }> {
  await requireCompany(db, actor, companyId);
  const found = await findVisitorByEarlyBadge(db, vault, companyId, code);
  const row = found && (await findVisitorInScope(db, actor, found.id));
  const visitor = row && asVisibleTo(actor, row);
  if (!visitor?.preregisteredTenantId) throw new Refusal('visitNotFound');
  await audit(db, actor, { action: 'visitor.lookedUp', companyId, subject: 'visitor', subjectId: visitor.id });
  return { phone: visitor.phone };
}
