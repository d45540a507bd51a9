import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { auditEach } from '../../platform/audit/audit.ts';
import { type BadgeDeps, printBadges } from '../badge/badge.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { announceArrivals } from '../notification/announce.ts';
import { visitorsVisibleTo } from '../visitor/visibility.ts';
import { publishAttendance, publishVisitorsByTenant } from '../visitor/visitor-changes.ts';
import { type Expected, lockExpected, openExpectedVisits } from './expected.store.ts';

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
    const visitIds = await openExpectedVisits(db, actor, companyId, arrivedIds);
    await auditEach(db, actor, { action: 'visit.checkedIn', companyId, subject: 'visit' }, visitIds);
    await announceArrivals(db, companyId, visitIds, { sender: actor, rules: deps.smsRules });
    await publishVisitorsByTenant(db, companyId, idsByTenant(arriving));
    for (const [tenantId, ofTenant] of Map.groupBy(arriving, ({ tenant_id: tenantId }) => tenantId ?? 0)) {
      const invitations = new Set(ofTenant.flatMap(({ invitation_id: id }) => id ?? []));
      await publishAttendance(db, { companyId, tenantId }, [...invitations]);
    }
    const html = await printBadges(db, deps, actor, { companyId, visitorIds: arrivedIds, wanted: everyBadge });
    return { visitors: await visitorsVisibleTo(db, actor, companyId, arrivedIds), conflicts, html };
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
