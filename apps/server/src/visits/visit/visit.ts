import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { CheckIn } from '@vestibule/contract/visits/registration.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type BadgeDeps, printBadges } from '../badge/badge.ts';
import { type Db, transaction, violatedConstraint } from '../../platform/db/database.ts';
import { Refusal, orNotFound } from '../../platform/http/refusal.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { publish } from '../../platform/live/publish.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { givePhone } from '../invitation/check-in.ts';
import { refreshExpectations } from '../invitation/expectation.ts';
import { removeVisits } from '../visitor/guest-of-visit.ts';
import { clearCurrentData, endPreregistration, eraseForgotten, forgetMemory } from '../visitor/removal.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';
import { asVisibleTo, recalledBy, tenantsOf } from '../visitor/visibility.ts';
import { forgetRepliesOf, lockVisitor, lockVisitorInScope, visitorOfCompany } from '../visitor/visitor.ts';
import { publishAttendance, publishVisitors } from '../visitor/visitor-changes.ts';
import { countAttempt } from '../../platform/observability/counters.ts';
import {
  type CheckInContext,
  type ClosedVisit,
  type Departure,
  type MessageDeps,
  closeVisit,
  deletePastVisitsTo,
  findCountry,
  findEndedVisit,
  findRetention,
  openAgain,
  openVisit,
  wasErased,
} from './visit.store.ts';
import { sql } from 'kysely';

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

/**
 * Checks a visitor in at the desk. A guest of today gets the phone first. A choice on the pass replaces that of the desk, and as at a kiosk, it
 * does not change the data of a remembered visitor.
 */
export function registerGuest(
  db: Db,
  deps: CheckInDeps,
  actor: Agent,
  request: CheckIn,
  invitedGuestId: number | undefined,
): Promise<{ visitor: Visitor; html: string | null }> {
  if (invitedGuestId === undefined) return checkIn(db, deps, actor, request, { identifiedBy: 'desk' });
  return transaction(db, async (db) => {
    const { tenantId, phone } = request;
    const { invitationId, choice } = await givePhone(db, actor, { invitedGuestId, tenantId, phone });
    if (choice === null) return checkIn(db, deps, actor, request, { identifiedBy: 'desk', invitationId });
    const chosen = { ...request, shouldSaveData: choice };
    return checkIn(db, deps, actor, chosen, { identifiedBy: 'phoneAtKiosk', keepsChoice: true, invitationId });
  });
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
    const visit = await closeVisit(db, actor, before, departure);
    if (!visit) throw new Refusal('visitorIsNotCheckedIn');
    const companyId = before.company_id;
    if (visit.invitation_id !== null) {
      await publishAttendance(db, { companyId, tenantId: visit.tenant_id }, [visit.invitation_id]);
    }
    await endPreregistration(db, before, visit.tenant_id);
    await refreshExpectations(db, companyId, [visitorId]);
    if (before.current_name !== null) await clearCurrentData(db, before);
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
      companyId,
      noLonger.map((id) => ({ channel: `tenant:${id}`, event: 'visitors_removed', ids: [visitorId] })),
    );
    return recalledBy(db, actor, after);
  });
}

/**
 * Undoes a check-out. The visit continues, but an expectation that ended with it stays ended.
 * @throws {Refusal} `visitIsErased` if the check-out removed the visit; `undoExpired`; `visitorIsAlreadyCheckedIn`; `notFound`
 */
export async function reopen(db: Db, actor: Agent, visitId: number): Promise<Visitor> {
  const { visitor_id: visitorId } = await findEnded(db, actor, visitId);
  try {
    return await transaction(db, async (db) => {
      await lockVisitor(db, actor, visitorId);
      const { company_id: companyId, is_open, is_recent } = await findEnded(db, actor, visitId);
      if (is_open) throw new Refusal('visitorIsAlreadyCheckedIn');
      if (!is_recent) throw new Refusal('undoExpired');
      await openAgain(db, companyId, visitId);
      await audit(db, actor, { action: 'visit.reopened', companyId, subject: 'visit', subjectId: visitId });
      const after = await visitorOfCompany(db, companyId, visitorId);
      await publishVisitors(db, 'visitors_update', companyId, [visitorId], tenantsOf(after));
      return asVisibleTo(actor, after);
    });
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('one_open_visit_per_')) throw new Refusal('visitorIsAlreadyCheckedIn');
    throw error;
  }
}

async function findEnded(db: Db, actor: Agent, visitId: number) {
  const visit = await findEndedVisit(db, actor, visitId);
  if (visit && visit.visitor_id !== null) return { ...visit, visitor_id: visit.visitor_id };
  throw new Refusal(visit || (await wasErased(db, actor, visitId)) ? 'visitIsErased' : 'notFound');
}

async function forgetAtCheckOut(db: Db, before: VisitorRow, visit: ClosedVisit): Promise<VisitorRow | undefined> {
  const isGone = await removeAtCheckOut(db, before, visit);
  return isGone ? undefined : visitorOfCompany(db, before.company_id, before.id);
}

/** Returns whether the visitor is removed. Visits to other tenants stay. */
async function removeAtCheckOut(db: Db, visitor: VisitorRow, visit: ClosedVisit): Promise<boolean> {
  const { id, company_id: companyId } = visitor;
  const keepsNothing = (await findRetention(db, companyId, visit.tenant_id)) === 'noInfoSaved';
  if (visit.opt_out === null && !keepsNothing) return false;
  await forgetRepliesOf(db, [id]);
  if (visit.opt_out === 'tenant') {
    await deletePastVisitsTo(db, companyId, id, visit);
    return forgetMemory(db, visitor);
  }
  if (visit.opt_out === 'tenantVisits') await deletePastVisitsTo(db, companyId, id, visit);
  else await removeVisits(db, companyId, sql`values (${visit.id}::int)`);
  // An opt-out without proof, or by a tenant that shares the visitor, keeps remembered data.
  if (visit.opt_out !== null && visitor.should_save_data) return false;
  return eraseForgotten(db, visitor);
}

interface EmployeesOfTenant {
  companyId: number;
  tenantId: number;
  employeeIds: readonly number[];
}

export async function keepHostNames(db: Db, { companyId, tenantId, employeeIds }: EmployeesOfTenant): Promise<void> {
  await sql`
    with past as (
      select v.id, e.name from visit v
      join employee e on e.company_id = v.company_id and e.tenant_id = v.tenant_id and e.id = v.employee_id
      where v.company_id = ${companyId} and v.tenant_id = ${tenantId} and v.employee_id = any(${[...employeeIds]}::int[]) and v.checked_out_at is not null
      order by v.id for no key update of v
    )
    update visit v set former_host = past.name, employee_id = null
    from past where v.company_id = ${companyId} and v.id = past.id`.execute(db);
}

/** Stores which visits belong to employees before they are deleted, so that returning employees get them back. */
export async function recordFormerVisits(
  db: Db,
  { companyId, tenantId, employeeIds }: EmployeesOfTenant,
): Promise<void> {
  await sql`
    insert into former_visit (company_id, visit_id, tenant_id, employee_id)
    select company_id, id, tenant_id, employee_id from visit
    where company_id = ${companyId} and tenant_id = ${tenantId} and employee_id = any(${[...employeeIds]}::int[])
    order by id for key share
    on conflict (company_id, visit_id) do update set employee_id = excluded.employee_id`.execute(db);
}

export async function returnFormerVisits(
  db: Db,
  { companyId, tenantId, employeeIds }: EmployeesOfTenant,
): Promise<void> {
  await sql`
    with back as (
      delete from former_visit
      where company_id = ${companyId} and tenant_id = ${tenantId} and employee_id = any(${[...employeeIds]}::int[])
      returning visit_id, employee_id
    ), past as (
      select v.id, back.employee_id from visit v join back on back.visit_id = v.id
      where v.company_id = ${companyId} and v.tenant_id = ${tenantId} and v.employee_id is null order by v.id for no key update of v
    )
    update visit v set employee_id = past.employee_id, former_host = null
    from past where v.company_id = ${companyId} and v.id = past.id`.execute(db);
}
