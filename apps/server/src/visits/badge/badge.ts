import { setImmediate } from 'node:timers/promises';
import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import type { Html } from '../../platform/http/html.ts';
import { dataUrl, readLogo } from '../../platform/integrations/storage/read-logo.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import { visitorInScope } from '../visitor/visitor.ts';
import { type BadgeRow, findWearer, listBadges, type Wearer } from './badge.store.ts';
import { badgeCode, readBadgeCode } from './code.ts';
import { type Badge, badgeSheet, drawBadge, type Logo } from './sheet.ts';

const batchSize = 100;

export interface BadgeDeps {
  vault: Vault;
  storage: Storage;
}

export interface BadgesWanted {
  shouldPrintMainBadge: boolean;
  shouldPrintParkingBadge: boolean;
}

export async function printBadges(
  db: Db,
  deps: BadgeDeps,
  actor: Agent,
  { companyId, visitorIds, wanted }: { companyId: number; visitorIds: readonly number[]; wanted: BadgesWanted },
  now = new Date(),
): Promise<string | null> {
  if (!wanted.shouldPrintMainBadge && !wanted.shouldPrintParkingBadge) return null;
  const rows = await listBadges(db, actor, companyId, visitorIds);
  const [first] = rows;
  if (!first) return null;
  const logos = await readLogos(
    deps.storage,
    rows.flatMap(({ logo_file: file }) => file ?? []),
  );
  const { date } = buildingTime(first.time_zone);
  const drawn: Html[] = [];
  for (const [index, row] of rows.entries()) {
    const badge: Omit<Badge, 'kind'> = {
      row,
      date: date(row.checked_in_at === null ? now : new Date(row.checked_in_at)),
      code: codeOf(deps.vault, row),
      logo: logos.get(row.logo_file ?? '')?.id ?? null,
    };
    drawn.push(...kindsOf(row, wanted).map((kind) => drawBadge({ ...badge, kind })));
    if (index % batchSize === batchSize - 1) await setImmediate();
  }
  return drawn.length > 0 ? badgeSheet(first.badge_paper, [...logos.values()], drawn) : null;
}

export async function printBadgesAgain(
  db: Db,
  deps: BadgeDeps,
  actor: Actor,
  visitorId: number,
  wanted: BadgesWanted,
): Promise<{ html: string | null }> {
  const { company_id: companyId } = await visitorInScope(db, actor, visitorId);
  await audit(db, actor, { action: 'visitor.badgePrinted', companyId, subject: 'visitor', subjectId: visitorId });
  return { html: await printBadges(db, deps, actor, { companyId, visitorIds: [visitorId], wanted }) };
}

/** Null if the settings offer none. The code is of no visitor. */
export async function printSample(
  storage: Storage,
  code: string,
  row: BadgeRow,
  now = new Date(),
): Promise<string | null> {
  const kinds = kindsOf(row, { shouldPrintMainBadge: true, shouldPrintParkingBadge: true });
  if (kinds.length === 0) return null;
  const logos = await readLogos(storage, row.logo_file === null ? [] : [row.logo_file]);
  const logo = logos.get(row.logo_file ?? '')?.id ?? null;
  const date = buildingTime(row.time_zone).date(now);
  const drawn = kinds.map((kind) => drawBadge({ kind, row, date, code, logo }));
  return badgeSheet(row.badge_paper, [...logos.values()], drawn);
}

function kindsOf(row: BadgeRow, wanted: BadgesWanted): Badge['kind'][] {
  return [
    ...(wanted.shouldPrintMainBadge && row.has_main ? ['main' as const] : []),
    ...(wanted.shouldPrintParkingBadge && row.has_parking ? ['parking' as const] : []),
  ];
}

function codeOf(vault: Vault, { visit_id: visitId, visitor_id: visitorId }: BadgeRow): string {
  return badgeCode(vault, visitId === null ? { kind: 'visitor', id: visitorId } : { kind: 'visit', id: visitId });
}

/** Finds the visitor of a badge, also of one that was printed before the visit. */
export async function findVisitorByBadge(
  db: Db,
  vault: Vault,
  companyId: number,
  code: string,
): Promise<Wearer | undefined> {
  const subject = readBadgeCode(vault, code);
  return subject && findWearer(db, companyId, subject);
}

/** Finds the visitor of a badge that was printed before the visit. Undefined for that of a visit. */
export async function findVisitorByEarlyBadge(
  db: Db,
  vault: Vault,
  companyId: number,
  code: string,
): Promise<Wearer | undefined> {
  const subject = readBadgeCode(vault, code);
  return subject?.kind === 'visitor' ? findWearer(db, companyId, subject) : undefined;
}

async function readLogos(storage: Storage, files: readonly string[]): Promise<ReadonlyMap<string, Logo>> {
  const read = await Promise.all(
    [...new Set(files)].map(async (file) => [file, await readLogo(storage, file)] as const),
  );
  return new Map(
    read.flatMap(([file, logo], index) => (logo ? [[file, { id: `logo-${index + 1}`, data: dataUrl(logo) }]] : [])),
  );
}
