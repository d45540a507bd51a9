import type { Agent } from '@vestibule/contract/access.ts';
import type { VisitRequest } from '@vestibule/contract/registration.ts';
import type { Visitor } from '@vestibule/contract/visitor.ts';
import { audit } from '../audit/audit.ts';
import { type BadgeMeans, printBadges } from '../badge/badge.ts';
import { type Db, transaction, violatedConstraint } from '../db/database.ts';
import { found, Refusal } from '../http/refusal.ts';
import { tellSoon } from '../live/bus.ts';
import { publish } from '../live/publish.ts';
import { readPhone } from '../settings/phone.ts';
import { eraseForgotten, stopExpecting } from '../visitor/removal.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';
import { asSeenBy, tenantsOf } from '../visitor/as-seen.ts';
import { lockVisitorInScope, visitorOfCompany } from '../visitor/visitor.ts';
import { publishVisitors } from '../visitor/visitor-changes.ts';
import { countAttempt } from '../observability/counters.ts';
import {
  type Arrival,
  closeVisit,
  type Departure,
  deletePastVisits,
  deleteVisit,
  findCountry,
  findRetention,
  openVisit,
} from './visit.store.ts';

/** What an arrival is announced and its badge made with: `unserved` are the channels of messages that have no provider here. */
export type ArrivalMeans = BadgeMeans & Pick<Arrival, 'unserved' | 'smsRules'>;

/** Somebody who comes. */
type Coming = VisitRequest & Pick<Arrival, 'at' | 'keepsChoice'>;

/**
 * Starts a visit of the visitor with this phone, who is made or brought up to date. A visitor is on one visit at a time: the
 * partial index `one_open_visit_per_visitor` keeps that true when two desks act at once.
 * @throws {Refusal} `invalidPhone`; `visitorIsAlreadyCheckedIn`; `notFound` for a tenant or employee outside of the scope.
 */
export async function checkIn(
  db: Db,
  means: ArrivalMeans,
  actor: Agent,
  request: Coming,
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
  request: Coming,
): Promise<{ visitor: Visitor; html: string | null }> {
  const { unserved, smsRules } = means;
  const phone = readPhone(request.phone, await countryOf(db, actor, request));
  const { kept, isQueued, ...visitor } = found(await openVisit(db, actor, { ...request, phone, unserved, smsRules }));
  for (const channel of kept) countAttempt(channel, 'notSent');
  if (isQueued) tellSoon(db, 'message');
  const { id, company_id: companyId } = visitor;
  const html = await printBadges(db, means, actor, { companyId, visitorIds: [id], wanted: request });
  return { visitor: asSeenBy(actor, visitor), html };
}

/** The country that a phone is of, where the phone does not say so itself. */
async function countryOf(db: Db, actor: Agent, { phone, tenantId }: VisitRequest): Promise<string> {
  return phone.startsWith('+') ? '' : found(await findCountry(db, actor, tenantId));
}

/**
 * Ends the open visit of a visitor and forgets at once what is not to be kept. Answers null when that was all there is.
 * @throws {Refusal} `visitorIsNotCheckedIn`, including where the visit is not the one that is `meant`; `notFound`
 */
export function checkOut(db: Db, actor: Agent, visitorId: number, meant: Departure = {}): Promise<Visitor | null> {
  return transaction(db, async (db) => {
    // The visitor before the visit, as everybody does who checks somebody in: the other way round two desks wait for each other.
    const before = await lockVisitorInScope(db, actor, visitorId);
    const visit = await closeVisit(db, actor, visitorId, meant);
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
