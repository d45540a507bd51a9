import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { type BadgeDeps, printBadges } from '../badge/badge.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { publish } from '../../platform/live/publish.ts';
import { refreshExpectations } from '../invitation/expectation.ts';
import { dismissGuest } from '../invitation/guest-list.ts';
import { announceArrivals } from '../notification/announce.ts';
import { endPreregistration, eraseForgotten } from '../visitor/removal.ts';
import { asVisibleTo, tenantsOf, visitorsVisibleTo } from '../visitor/visibility.ts';
import { lockVisitorInScope, visitorOfCompany } from '../visitor/visitor.ts';
import { publishAttendance, publishVisitors, publishVisitorsByTenant } from '../visitor/visitor-changes.ts';
import { type Expected, findInvitedGuest, lockExpected, openExpectedVisits } from './expected.store.ts';

const everyBadge = { shouldPrintMainBadge: true, shouldPrintParkingBadge: true };

/**
 * Checks in expected visitors in one transaction. Visitors inside or no longer expected are conflicts.
 * @throws {Refusal} `notFound` for visitors outside the scope or of several companies
 */
export function checkInExpected(
  db: Db,
  deps: BadgeDeps & { smsRules: SmsRules },
  actor: Agent,
  ids: readonly number[],
): Promise<{ visitors: Visitor[]; conflicts: Conflict[]; html: string | null }> {
  return transaction(db, async (db) => {
    const asked = [...new Set(ids)];
    const byId = new Map((await lockExpected(db, actor, asked)).map((visitor) => [visitor.id, visitor]));
    const visitors = asked.flatMap((id) => byId.get(id) ?? []);
    const companyId = companyOf(visitors);
    if (visitors.length < asked.length || companyId === undefined) throw new Refusal('notFound');

    const conflicts = visitors.flatMap((visitor) => conflictOf(visitor) ?? []);
    const arriving = visitors.filter((visitor) => conflictOf(visitor) === undefined);
    const arrivedIds = arriving.map(({ id }) => id);
    const visitIds = await openExpectedVisits(db, arrivedIds);
    await auditEach(db, actor, { action: 'visit.checkedIn', companyId, subject: 'visit' }, visitIds);
    await announceArrivals(db, visitIds, { sender: actor, rules: deps.smsRules });
    await publishVisitorsByTenant(db, companyId, idsByTenant(arriving));
    for (const [tenantId, ofTenant] of Map.groupBy(arriving, ({ tenant_id: tenantId }) => tenantId ?? 0)) {
      const invitations = new Set(ofTenant.flatMap(({ invitation_id: id }) => id ?? []));
      await publishAttendance(db, { companyId, tenantId }, [...invitations]);
    }
    const html = await printBadges(db, deps, actor, { companyId, visitorIds: arrivedIds, wanted: everyBadge });
    return { visitors: await visitorsVisibleTo(db, actor, companyId, arrivedIds), conflicts, html };
  });
}

/**
 * Ends the expectation of a visitor who does not come.
 * @throws {Refusal} `visitorIsCheckedIn`; `visitorIsNotExpected`; `invitationIsOver`; `notFound`
 */
export async function dismissExpected(db: Db, actor: Agent, visitorId: number): Promise<null> {
  const guest = await findInvitedGuest(db, actor, visitorId);
  if (guest) {
    await dismissGuest(db, actor, guest);
    return null;
  }
  return transaction(db, async (db) => {
    const visitor = await lockVisitorInScope(db, actor, visitorId);
    const { company_id: companyId, preregistered_tenant_id: tenantId } = visitor;
    const seen = asVisibleTo(actor, visitor);
    if (seen.currentVisitRecordId !== null) throw new Refusal('visitorIsCheckedIn');
    if (tenantId === null || seen.preregisteredTenantId === null) throw new Refusal('visitorIsNotExpected');
    await endPreregistration(db, visitorId, tenantId);
    await refreshExpectations(db, companyId, [visitorId]);
    await audit(db, actor, { action: 'visitor.dismissed', companyId, subject: 'visitor', subjectId: visitorId });
    if (await eraseForgotten(db, visitorId)) {
      await publishVisitors(db, 'visitors_removed', companyId, [visitorId], tenantsOf(visitor));
      return null;
    }
    const after = tenantsOf(await visitorOfCompany(db, companyId, visitorId));
    await publishVisitors(db, 'visitors_update', companyId, [visitorId], after);
    const noLonger = tenantsOf(visitor).filter((id) => !after.includes(id));
    await publish(
      db,
      noLonger.map((id) => ({ channel: `tenant:${id}`, event: 'visitors_removed', ids: [visitorId] })),
    );
    return null;
  });
}

function companyOf(visitors: readonly Expected[]): number | undefined {
  const [companyId, another] = new Set(visitors.map(({ company_id: id }) => id));
  return another === undefined ? companyId : undefined;
}

function conflictOf({ name, phone, company_name: companyName, ...visitor }: Expected): Conflict | undefined {
  if (visitor.is_inside) return { name, phone, companyName, reason: 'visitorIsAlreadyCheckedIn' };
  if (visitor.tenant_id === null) return { name, phone, companyName, reason: 'visitorIsNotExpected' };
  return undefined;
}

function idsByTenant(visitors: readonly Expected[]): Map<number, number[]> {
  const groups = Map.groupBy(visitors, ({ tenant_id: tenantId }) => tenantId ?? 0);
  return new Map([...groups].map(([tenantId, ofTenant]) => [tenantId, ofTenant.map(({ id }) => id)]));
}
