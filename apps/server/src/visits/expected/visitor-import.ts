import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { type Visitor, visitorFields } from '@vestibule/contract/visits/visitor.ts';
import { line, mayBePhone } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import { auditEach } from '../../platform/audit/audit.ts';
import { type BadgeDeps, type BadgesWanted, printBadges } from '../badge/badge.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Once } from '../../platform/http/call.ts';
import { type Layout, readLines } from '../../platform/csv/lines.ts';
import { inPreview } from '../../platform/csv/import.ts';
import { conflictsOf, earlierRows, leaveOut, readRows, type RefusedLine } from '../../platform/csv/rows.ts';
import { titles } from '../../platform/csv/titles.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { type Change, publish } from '../../platform/live/publish.ts';
import { announceExpected } from '../notification/announce.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { countryOfTenant } from '../../building/settings/settings.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import { visitorsVisibleTo } from '../visitor/visibility.ts';
import { lockImports } from '../visitor/visitors-of-tenant.ts';
import { publishVisitorsByTenant } from '../visitor/visitor-changes.ts';
import { readTypedTime } from './typed-time.ts';
import {
  findHosts,
  VisitorAppeared,
  type KnownVisitor,
  lockKnownVisitors,
  saveExpected,
  timeOfBuilding,
} from './visitor-import.store.ts';

const columns: Layout<'phone' | 'name' | 'companyName' | 'host' | 'time'> = {
  order: ['phone', 'name', 'companyName'],
  titled: ['host', 'time'],
  names: titles,
  isEnough: (known) => columns.order.every((column) => known.includes(column)),
};

const { phone, name, companyName } = visitorFields;
const Fields = z.object({ phone, name, companyName, host: line(256).optional(), time: line(256).optional() });

interface Import {
  file: Buffer;
  isPreview: boolean;
  badges: BadgesWanted;
  announce: boolean | undefined;
  origin: string;
}

type ImportDeps = BadgeDeps & { smsRules: SmsRules };

interface Imported {
  visitors: Visitor[];
  conflicts: Conflict[];
  html: string | null;
  messagesHeld?: number;
}

interface Outcome {
  ids: number[];
  refused: RefusedLine[];
  messagesHeld: number;
}

/**
 * Pre-registers the visitors of a CSV file for a tenant, in one transaction inside `once`. Omits rows with an unreadable or repeated
 * phone, missing data, a visitor inside, an unknown host or an unreadable time. A tenant's user does not learn about visits to other tenants, and takes no visitor from them.
 * @throws {Refusal} `csvColumns`; `wrongMimetype`; `validation` for too many rows; `notFound`
 */
export async function expectVisitors(
  db: Db,
  deps: ImportDeps,
  actor: Actor,
  tenantId: number,
  { file, isPreview, badges, announce, origin, once }: Import & { once: Once },
): Promise<Imported> {
  const { companyId } = await readTenant(db, actor, tenantId);
  const country = await countryOfTenant(db, companyId, tenantId);
  const { zone, now } = await timeOfBuilding(db, companyId);
  const clock = buildingTime(zone);
  const lines = readLines(file, columns);
  const [firstLine] = lines;
  const has = { host: firstLine?.cells.host !== undefined, time: firstLine?.cells.time !== undefined };
  const readable = await readRows(lines, Fields, ({ host, time, ...fields }) => ({
    ...fields,
    phone: readPhone(fields.phone, country),
    host: host ? { named: host, phone: mayBePhone(host) ? phoneOrNull(host, country) : null } : null,
    at: time ? readTypedTime(time, clock, new Date(now)) : null,
  }));

  async function save(db: Db): Promise<Outcome> {
    await lockImports(db, tenantId);
    const phones = readable.rows.map(({ data }) => data.phone);
    const known = await lockKnownVisitors(db, actor, companyId, phones);
    const isInEarlierRow = earlierRows();
    const hosts = await findHosts(
      db,
      companyId,
      tenantId,
      readable.rows.flatMap(({ data }) => data.host ?? []),
    );
    const { rows, conflicts } = leaveOut(readable, ({ phone, host, at }) => {
      const visitor = known.get(phone);
      if (at === 'invalidTime' || at === 'timeOutOfRange') return at;
      const found = host ? (hosts.get(host.named) ?? []) : [];
      if (host && found.length !== 1) return found.length === 0 ? 'hostNotFound' : 'severalHosts';
      if (isSeenInside(actor, visitor)) return 'visitorIsAlreadyCheckedIn';
      if (isExpectedElsewhere(actor, visitor)) return 'visitorIsExpectedByAnotherTenant';
      return isInEarlierRow([phone]) ? 'phoneListedTwice' : undefined;
    });
    const expected = rows.map(({ data: { host, at, ...data } }) => ({
      ...data,
      at: at instanceof Date ? at : null,
      employeeId: host ? (hosts.get(host.named)?.[0] ?? null) : null,
    }));
    const saved = await saveExpected(db, { companyId, tenantId, known, has }, expected);
    const ids = expected.flatMap(({ phone }) => saved.get(phone) ?? []);
    await auditEach(db, actor, { action: 'visitor.imported', companyId, subject: 'visitor' }, ids);
    const newIds = expected.flatMap(({ phone }) =>
      known.get(phone)?.preregistered_tenant_id === tenantId ? [] : (saved.get(phone) ?? []),
    );
    const announced = { companyId, tenantId, visitorIds: ids, newIds, announce, origin };
    const announcing = { sender: actor, rules: deps.smsRules };
    const messagesHeld = await announceExpected(db, deps.vault, announced, announcing);
    const before = expected.flatMap(({ phone }) => known.get(phone) ?? []);
    await publishImported(db, companyId, tenantId, ids, before);
    return { ids, refused: conflicts.map(({ row, reason }) => ({ row, reason })), messagesHeld };
  }

  const answer = async (db: Db, { ids, refused, messagesHeld }: Outcome) => ({
    visitors: await visitorsVisibleTo(db, actor, companyId, ids),
    conflicts: conflictsOf(lines, refused),
    ...(messagesHeld > 0 && { messagesHeld }),
  });

  if (isPreview) {
    const preview = () => inPreview(db, true, async (db) => answer(db, await save(db)));
    return { ...(await retryOnNewVisitors(preview)), html: null };
  }
  const outcome = await retryOnNewVisitors(() => once((db) => transaction(db, save)));
  const html = await printBadges(db, deps, actor, { companyId, visitorIds: outcome.ids, wanted: badges });
  return { ...(await answer(db, outcome)), html };
}

function phoneOrNull(typed: string, country: string): string | null {
  try {
    return readPhone(typed, country);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function retryOnNewVisitors<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof VisitorAppeared)) throw error;
    }
  }
}

function isSeenInside(actor: Actor, visitor: KnownVisitor | undefined): boolean {
  const at = visitor?.visited_tenant_id ?? null;
  return at !== null && (actor.tenantId === null || at === actor.tenantId);
}

function isExpectedElsewhere(actor: Actor, visitor: KnownVisitor | undefined): boolean {
  const by = visitor?.preregistered_tenant_id ?? null;
  return by !== null && actor.tenantId !== null && by !== actor.tenantId;
}

async function publishImported(
  db: Db,
  companyId: number,
  tenantId: number,
  ids: readonly number[],
  before: readonly KnownVisitor[],
): Promise<void> {
  const updated = new Map([[tenantId, ids]]);
  for (const [at, visitors] of Map.groupBy(before, ({ visited_tenant_id: at }) => at)) {
    if (at !== null) updated.set(at, idsOf(visitors));
  }
  await publishVisitorsByTenant(db, companyId, updated);
  const lost = before.filter(
    ({ preregistered_tenant_id: by, visited_tenant_id: at }) => by !== null && by !== tenantId && by !== at,
  );
  const removed = [...Map.groupBy(lost, ({ preregistered_tenant_id: by }) => by)].map(([by, visitors]): Change => ({
    channel: `tenant:${by ?? 0}`,
    event: 'visitors_removed',
    ids: idsOf(visitors),
  }));
  await publish(db, companyId, removed);
}

const idsOf = (visitors: readonly KnownVisitor[]) => visitors.map(({ id }) => id);
