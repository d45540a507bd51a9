import type { Actor, Agent } from '@vestibule/contract/access.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { buildingTime } from '../settings/building-time.ts';
import { visitorInScope } from '../visitor/visitor.ts';
import { type BadgeRow, listBadges } from './badge.store.ts';
import { badgeCode } from './code.ts';
import { type Badge, badgeSheet } from './sheet.ts';

/** Which badges are asked for. */
export interface BadgesWanted {
  shouldPrintMainBadge: boolean;
  shouldPrintParkingBadge: boolean;
}

/**
 * The badges of visitors who are inside or expected, as one document to print, in the order of `visitorIds`. A badge that is
 * asked for is left out where the tenant's settings do not have it; null when that leaves none.
 */
export async function printBadges(
  db: Db,
  vault: Vault,
  actor: Agent,
  { companyId, visitorIds, wanted }: { companyId: number; visitorIds: readonly number[]; wanted: BadgesWanted },
  now = new Date(),
): Promise<string | null> {
  if (!wanted.shouldPrintMainBadge && !wanted.shouldPrintParkingBadge) return null;
  const rows = await listBadges(db, actor, companyId, visitorIds);
  const badges = rows.flatMap((row) => badgesOf(row, wanted, vault, now));
  const [first] = rows;
  return first && badges.length > 0 ? badgeSheet(first.badge_paper, badges) : null;
}

/** The badges of one visitor in the actor's scope, once more. @throws {Refusal} `notFound` */
export async function printBadgesAgain(
  db: Db,
  vault: Vault,
  actor: Actor,
  visitorId: number,
  wanted: BadgesWanted,
): Promise<{ html: string | null }> {
  const { company_id: companyId } = await visitorInScope(db, actor, visitorId);
  await audit(db, actor, { action: 'visitor.badgePrinted', companyId, subject: 'visitor', subjectId: visitorId });
  return { html: await printBadges(db, vault, actor, { companyId, visitorIds: [visitorId], wanted }) };
}

function badgesOf(row: BadgeRow, wanted: BadgesWanted, vault: Vault, now: Date): Badge[] {
  const date = buildingTime(row.time_zone).date(row.checked_in_at === null ? now : new Date(row.checked_in_at));
  const code =
    row.visit_id === null
      ? badgeCode(vault, { kind: 'visitor', id: row.visitor_id })
      : badgeCode(vault, { kind: 'visit', id: row.visit_id });
  const badge = { row, date, code, logo: null };
  return [
    ...(wanted.shouldPrintMainBadge && row.has_main ? [{ ...badge, kind: 'main' as const }] : []),
    ...(wanted.shouldPrintParkingBadge && row.has_parking ? [{ ...badge, kind: 'parking' as const }] : []),
  ];
}
