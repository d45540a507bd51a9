import type { Agent } from '@vestibule/contract/platform/access.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { endPreregistration, eraseForgotten } from '../visitor/removal.ts';
import { asVisibleTo, tenantsOf } from '../visitor/visibility.ts';
import { lockVisitorInScope, visitorOfCompany } from '../visitor/visitor.ts';
import { publishVisitors } from '../visitor/visitor-changes.ts';
import { refreshExpectations } from './expectation.ts';
import { dismissGuest, type InvitedGuest } from './guest-list.ts';

/**
 * Ends the expectation of a visitor who does not come.
 * @throws {Refusal} `visitorIsCheckedIn`; `visitorIsNotExpected`; `invitationIsOver`; `notFound`
 */
export async function dismissExpected(db: Db, actor: Agent, visitorId: number): Promise<null> {
  const guest = (await findInvitedGuest(db, actor, visitorId)) ?? (await endExpectation(db, actor, visitorId));
  if (guest) await dismissGuest(db, actor, guest);
  return null;
}

/** Ends an expectation without an invitation. Returns the guest if an invitation took the expectation over before the lock. */
function endExpectation(db: Db, actor: Agent, visitorId: number): Promise<InvitedGuest | undefined> {
  return transaction(db, async (db) => {
    const visitor = await lockVisitorInScope(db, actor, visitorId);
    const guest = await findInvitedGuest(db, actor, visitorId);
    if (guest) return guest;
    const { company_id: companyId, preregistered_tenant_id: tenantId } = visitor;
    const seen = asVisibleTo(actor, visitor);
    if (seen.currentVisitRecordId !== null) throw new Refusal('visitorIsCheckedIn');
    if (tenantId === null || seen.preregisteredTenantId === null) throw new Refusal('visitorIsNotExpected');
    await endPreregistration(db, visitor, tenantId);
    await refreshExpectations(db, companyId, [visitorId]);
    await audit(db, actor, { action: 'visitor.dismissed', companyId, subject: 'visitor', subjectId: visitorId });
    if (await eraseForgotten(db, visitor)) {
      await publishVisitors(db, 'visitors_removed', companyId, [visitorId], tenantsOf(visitor));
      return undefined;
    }
    const after = tenantsOf(await visitorOfCompany(db, companyId, visitorId));
    await publishVisitors(db, 'visitors_update', companyId, [visitorId], after);
    const noLonger = tenantsOf(visitor).filter((id) => !after.includes(id));
    await publish(
      db,
      companyId,
      noLonger.map((id) => ({ channel: `tenant:${id}`, event: 'visitors_removed', ids: [visitorId] })),
    );
    return undefined;
  });
}

/** Finds the guest on the date for which the visitor is expected. */
async function findInvitedGuest(db: Db, actor: Agent, visitorId: number): Promise<InvitedGuest | undefined> {
  const { rows } = await typedSql({ invitationId: int, invitedGuestId: int })`
    select i.id as "invitationId", ig.id as "invitedGuestId"
    from visitor v
    join invitation i on i.company_id = v.company_id and i.id = v.expected_invitation_id
    join guest g on g.company_id = i.company_id and g.meeting_id = i.meeting_id and g.visitor_id = v.id
    join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id and ig.guest_id = g.id
    where v.id = ${visitorId} and ${inScope(actor, 'i.company_id')} and ${inTenantScope(actor, 'i.tenant_id')}`.execute(
    db,
  );
  return rows[0];
}
