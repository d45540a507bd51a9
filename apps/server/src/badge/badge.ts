import type { Actor, Agent } from '@vestibule/contract/access.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { buildingTime } from '../settings/building-time.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { visitorInScope } from '../visitor/visitor.ts';
import { type BadgeRow, listBadges } from './badge.store.ts';
import { badgeCode } from './code.ts';
import { readLogos } from './logo.ts';
import { type Badge, badgeSheet } from './sheet.ts';

/** What badges are made with: the key of their codes, and the place where logos are kept. */
export interface BadgeMeans {
  vault: Vault;
  storage: Storage;
}

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
  means: BadgeMeans,
  actor: Agent,
  { companyId, visitorIds, wanted }: { companyId: number; visitorIds: readonly number[]; wanted: BadgesWanted },
  now = new Date(),
): Promise<string | null> {
  if (!wanted.shouldPrintMainBadge && !wanted.shouldPrintParkingBadge) return null;
  const rows = await listBadges(db, actor, companyId, visitorIds);
  const logos = await readLogos(
    means.storage,
    rows.flatMap(({ logo_file: file }) => file ?? []),
  );
  const badges = rows.flatMap((row) =>
    badgesOf(row, wanted, { code: codeOf(means.vault, row), logo: logos.get(row.logo_file ?? '') ?? null, now }),
  );
  const [first] = rows;
  return first && badges.length > 0 ? badgeSheet(first.badge_paper, badges) : null;
}

/** The badges of one visitor in the actor's scope, once more. @throws {Refusal} `notFound` */
export async function printBadgesAgain(
  db: Db,
  means: BadgeMeans,
  actor: Actor,
  visitorId: number,
  wanted: BadgesWanted,
): Promise<{ html: string | null }> {
  const { company_id: companyId } = await visitorInScope(db, actor, visitorId);
  await audit(db, actor, { action: 'visitor.badgePrinted', companyId, subject: 'visitor', subjectId: visitorId });
  return { html: await printBadges(db, means, actor, { companyId, visitorIds: [visitorId], wanted }) };
}

function badgesOf(
  row: BadgeRow,
  wanted: BadgesWanted,
  { code, logo, now }: { code: string; logo: string | null; now: Date },
): Badge[] {
  const date = buildingTime(row.time_zone).date(row.checked_in_at === null ? now : new Date(row.checked_in_at));
  const badge = { row, date, code, logo };
  return [
    ...(wanted.shouldPrintMainBadge && row.has_main ? [{ ...badge, kind: 'main' as const }] : []),
    ...(wanted.shouldPrintParkingBadge && row.has_parking ? [{ ...badge, kind: 'parking' as const }] : []),
  ];
}

function codeOf(vault: Vault, { visit_id: visitId, visitor_id: visitorId }: BadgeRow): string {
  return badgeCode(vault, visitId === null ? { kind: 'visitor', id: visitorId } : { kind: 'visit', id: visitId });
}
