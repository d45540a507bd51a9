import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { CheckIn } from '@vestibule/contract/visits/registration.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type BadgeDeps, printBadges } from '../badge/badge.ts';
import { type Db, transaction, violatedConstraint } from '../../platform/db/database.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { publish } from '../../platform/live/publish.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { clearCurrentData, eraseForgotten, forgetMemory, endPreregistration } from '../visitor/removal.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';
import { asVisibleTo, recalledBy, tenantsOf } from '../visitor/visibility.ts';
import { forgetRepliesOf, lockVisitorInScope, visitorOfCompany } from '../visitor/visitor.ts';
import { publishVisitors } from '../visitor/visitor-changes.ts';
import { countAttempt } from '../../platform/observability/counters.ts';
import {
  type CheckInContext,
  closeVisit,
  type ClosedVisit,
  type Departure,
  deletePastVisitsTo,
  deleteVisit,
  findCountry,
  findRetention,
  type MessageDeps,
  openVisit,
} from './visit.store.ts';

export type { CheckInContext };

export type CheckInDeps = BadgeDeps & MessageDeps;

/**
 * Checks a visitor in with the data given for the visit.
 * @throws {Refusal} `invalidPhone`; `visitorIsAlreadyCheckedIn`; `notFound` for a tenant or employee outside of the scope
 */
export async function checkIn(
  db: Db,
  deps: CheckInDeps,
  actor: Agent,
  request: CheckIn,
  context: CheckInContext,
): Promise<{ visitor: Visitor; html: string | null }> {
  const isPrinted = request.shouldPrintMainBadge || request.shouldPrintParkingBadge;
  try {
    // Without a badge a check-in is one statement and its own transaction.
    return isPrinted
      ? await transaction(db, (db) => startVisit(db, deps, actor, request, context))
      : await startVisit(db, deps, actor, request, context);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint?.startsWith('one_open_visit_per_')) throw new Refusal('visitorIsAlreadyCheckedIn');
    if (constraint?.startsWith('visit_')) throw new Refusal('notFound');
    throw error;
  }
}

async function startVisit(
  db: Db,
  deps: CheckInDeps,
  actor: Agent,
  request: CheckIn,
  context: CheckInContext,
): Promise<{ visitor: Visitor; html: string | null }> {
  const phone = readPhone(request.phone, await countryOf(db, actor, request));
  const { kept, isQueued, ...visitor } = orNotFound(await openVisit(db, deps, actor, { ...request, phone }, context));
  for (const channel of kept) countAttempt(channel, 'notSent');
  if (isQueued) notifyDebounced(db, 'message');
  const { id, company_id: companyId } = visitor;
  const html = await printBadges(db, deps, actor, { companyId, visitorIds: [id], wanted: request });
  return { visitor: asVisibleTo(actor, visitor), html };
}

async function countryOf(db: Db, actor: Agent, { phone, tenantId }: CheckIn): Promise<string> {
  return phone.startsWith('+') ? '' : orNotFound(await findCountry(db, actor, tenantId));
}

/**
 * Ends the open visit and removes data that must not outlive it. Null if no visitor is left that the actor may see.
 * @throws {Refusal} `visitorIsNotCheckedIn`, also for another visit than that of the `departure`; `notFound`
 */
export function checkOut(db: Db, actor: Agent, visitorId: number, departure: Departure = {}): Promise<Visitor | null> {
  return transaction(db, async (db) => {
    // A check-in also locks the visitor first. The other order would deadlock.
    const before = await lockVisitorInScope(db, actor, visitorId);
    const visit = await closeVisit(db, actor, visitorId, departure);
    if (!visit) throw new Refusal('visitorIsNotCheckedIn');
    const companyId = before.company_id;
    await endPreregistration(db, visitorId, visit.tenant_id);
    if (before.current_name !== null) await clearCurrentData(db, visitorId);
    await audit(db, actor, { action: 'visit.checkedOut', companyId, subject: 'visit', subjectId: visit.id });

    const after = await forgetAtCheckOut(db, before, visit);
    if (!after) {
      await publishVisitors(db, 'visitors_removed', companyId, [visitorId], tenantsOf(before));
      return null;
    }
    const stillExpecting = tenantsOf(after);
    await publishVisitors(db, 'visitors_update', companyId, [visitorId], stillExpecting);
    const noLonger = tenantsOf(before).filter((tenantId) => !stillExpecting.includes(tenantId));
    await publish(
      db,
      noLonger.map((id) => ({ channel: `tenant:${id}`, event: 'visitors_removed', ids: [visitorId] })),
    );
    return recalledBy(db, actor, after);
  });
}

async function forgetAtCheckOut(db: Db, before: VisitorRow, visit: ClosedVisit): Promise<VisitorRow | undefined> {
  const isGone = await removeAtCheckOut(db, before, visit);
  return isGone ? undefined : visitorOfCompany(db, before.company_id, before.id);
}

/** Returns whether the visitor is removed. Visits to other tenants stay. */
async function removeAtCheckOut(db: Db, { id, should_save_data }: VisitorRow, visit: ClosedVisit): Promise<boolean> {
  const keepsNothing = (await findRetention(db, visit.tenant_id)) === 'noInfoSaved';
  if (visit.opt_out === null && !keepsNothing) return false;
  await forgetRepliesOf(db, [id]);
  if (visit.opt_out === 'tenant') {
    await deletePastVisitsTo(db, id, visit);
    return forgetMemory(db, id);
  }
  if (visit.opt_out === 'tenantVisits') await deletePastVisitsTo(db, id, visit);
  else await deleteVisit(db, visit.id);
  // An opt-out without proof, or by a tenant that shares the visitor, keeps remembered data.
  if (visit.opt_out !== null && should_save_data) return false;
  return eraseForgotten(db, id);
}
