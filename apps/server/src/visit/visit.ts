import type { Agent } from '@vestibule/contract/access.ts';
import type { VisitRequest } from '@vestibule/contract/registration.ts';
import type { Visitor } from '@vestibule/contract/visitor.ts';
import { audit } from '../audit/audit.ts';
import { type BadgeMeans, printBadges } from '../badge/badge.ts';
import { type Db, transaction, violatedConstraint } from '../db/database.ts';
import { found, Refusal } from '../http/refusal.ts';
import { sealArrival, type TellingMeans } from '../notification/arrival.ts';
import { tellSoon } from '../live/bus.ts';
import { publish } from '../live/publish.ts';
import { readPhone } from '../settings/phone.ts';
import { eraseForgotten, stopExpecting } from '../visitor/removal.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';
import { asSeenBy, publishVisitors, tenantsOf, visitorInScope, visitorOfCompany } from '../visitor/visitor.ts';
import { countAttempt } from '../watch/counters.ts';
import { closeVisit, deletePastVisits, deleteVisit, findDestination, findRetention, openVisit } from './visit.store.ts';

/** What an arrival is announced and its badge made with. */
export type ArrivalMeans = BadgeMeans & TellingMeans;

/**
 * Starts a visit of the visitor with this phone, who is made or brought up to date. A visitor is on one visit at a time: the
 * partial index `one_open_visit_per_visitor` keeps that true when two desks act at once.
 * `at` is when that was, where it was not just now.
 * @throws {Refusal} `invalidPhone`; `visitorIsAlreadyCheckedIn`; `notFound` for a tenant or employee outside of the scope.
 */
export async function checkIn(
  db: Db,
  means: ArrivalMeans,
  actor: Agent,
  request: VisitRequest & { at?: Date },
): Promise<{ visitor: Visitor; html: string | null }> {
  const isPrinted = request.shouldPrintMainBadge || request.shouldPrintParkingBadge;
  try {
    // Without a badge all that is written is one statement, which is a transaction of its own.
    return isPrinted
      ? await transaction(db, (db) => arrive(db, means, actor, request))
      : await arrive(db, means, actor, request);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'one_open_visit_per_visitor') throw new Refusal('visitorIsAlreadyCheckedIn');
    // The tenant or the employee was removed between the look and the visit.
    if (constraint?.startsWith('visit_')) throw new Refusal('notFound');
    throw error;
  }
}

async function arrive(
  db: Db,
  means: ArrivalMeans,
  actor: Agent,
  request: VisitRequest & { at?: Date },
): Promise<{ visitor: Visitor; html: string | null }> {
  const { name, companyName, tenantId, employeeId } = request;
  const destination = found(await findDestination(db, actor, tenantId, employeeId));
  const { company_id: companyId, tenant_name, employee_name, employee_phone, now } = destination;
  const phone = readPhone(request.phone, destination.country_code);
  const at = request.at ?? now;
  const facts = { tenant: tenant_name, host: employee_name, visitor: name, visitorCompany: companyName, phone, at };
  const messages = sealArrival(means, destination, facts);
  const opened = await openVisit(db, actor, { ...request, companyId, phone, at, messages });
  for (const { channel, isKept } of messages) if (isKept) countAttempt(channel, 'notSent');
  if (messages.some(({ isKept }) => !isKept)) tellSoon(db, 'message');
  const html = await printBadges(db, means, actor, { companyId, visitorIds: [opened.id], wanted: request });
  return { visitor: asSeenBy(actor, { ...opened, tenant_name, employee_name, employee_phone }), html };
}

/**
 * Ends the open visit of a visitor and forgets at once what is not to be kept. Answers null when that was all there is.
 * @throws {Refusal} `visitorIsNotCheckedIn`; `notFound`
 */
export function checkOut(db: Db, actor: Agent, visitorId: number, at?: Date): Promise<Visitor | null> {
  return transaction(db, async (db) => {
    const before = await visitorInScope(db, actor, visitorId);
    const visit = await closeVisit(db, actor, visitorId, at);
    if (!visit) throw new Refusal('visitorIsNotCheckedIn');
    const companyId = before.company_id;
    await stopExpecting(db, visitorId, visit.tenant_id);
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
    return asSeenBy(actor, after);
  });
}

/**
 * Removes what may not outlive the visit: everything of a visitor who has asked not to be stored, and under `noInfoSaved` the visit
 * and a visitor whom nothing else refers to. Answers what is left of the visitor.
 */
async function forgetAtCheckOut(
  db: Db,
  before: VisitorRow,
  visit: { id: number; tenant_id: number },
): Promise<VisitorRow | undefined> {
  const keepsNothing = (await findRetention(db, visit.tenant_id)) === 'noInfoSaved';
  const askedNotToBeStored = before.storage_stopped_at !== null;
  if (askedNotToBeStored) await deletePastVisits(db, before.id);
  else if (keepsNothing) await deleteVisit(db, visit.id);
  if ((askedNotToBeStored || keepsNothing) && (await eraseForgotten(db, before.id))) return undefined;
  return visitorOfCompany(db, before.company_id, before.id);
}
