import { type Actor, type Agent, isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { Visitor, VisitorQuery } from '@vestibule/contract/visits/visitor.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { countryAt } from '../../building/settings/settings.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Rows, WholeList } from '../../platform/http/answer.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { recalledBy, withinTenant } from './visibility.ts';
import { canChangeMemory } from './edit.store.ts';
import { listVisitors, listVisitorsOfTenant, positionOf, visitorsInBatches } from './visitor-list.store.ts';
import { toVisitor, type VisitorRow } from './visitor.rows.ts';
import { findVisitor, findVisitorByPhone, listVisitorsById, lockVisitor } from './visitor.store.ts';

/** Phone look-ups per user. Enough for a busy desk, too few to enumerate numbers. */
export const lookups: Limit = { uses: 30, seconds: 60 };

export const lookupsOf = ({ userId }: Actor) => `phone lookup of user ${userId}`;

export async function readVisitors(
  db: Db,
  actor: Actor,
  companyId: number,
  query: VisitorQuery,
): Promise<Rows<Visitor> | WholeList<Visitor>> {
  await requireCompany(db, actor, companyId);
  if (query.tenantId !== undefined) await requireTenantOf(db, actor, companyId, query.tenantId);
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'visitor.listed', companyId, subject: 'company', subjectId: companyId });
  }
  if (query.limit === undefined) {
    return { batches: visitorsInBatches(query, (page) => listVisitors(db, companyId, page), toVisitor) };
  }
  const { rows, counted } = await listVisitors(db, companyId, query);
  const page = toPage(rows, query, counted, (row) => positionOf(row, query));
  return { ...page, rows: page.rows.map(toVisitor) };
}

async function requireTenantOf(db: Db, actor: Actor, companyId: number, tenantId: number): Promise<void> {
  if ((await readTenant(db, actor, tenantId)).companyId !== companyId) throw new Refusal('notFound');
}

export interface PhoneLookup {
  visitor: Visitor | null;
  isCheckedIn: boolean;
  storageStopped: boolean;
}

/** Reads the phone with the country of the tenant or else of the company. */
export async function lookUpPhone(
  db: Db,
  actor: Actor,
  companyId: number,
  { phone: typed, tenantId }: { phone: string; tenantId?: number | undefined },
): Promise<PhoneLookup> {
  await requireCompany(db, actor, companyId);
  const phone = readPhone(typed, await countryAt(db, actor, companyId, tenantId ?? actor.tenantId));
  await countUse(db, lookupsOf(actor), lookups);
  const row = await findVisitorByPhone(db, actor, companyId, phone);
  await audit(db, actor, { action: 'visitor.lookedUp', companyId, subject: 'visitor', subjectId: row?.id ?? null });
  if (!row) return { visitor: null, isCheckedIn: false, storageStopped: false };
  const visitor = await recalledBy(db, actor, row);
  return {
    visitor,
    isCheckedIn: visitor !== null && visitor.currentVisitRecordId !== null,
    storageStopped: row.storage_stopped_at !== null && (await canChangeMemory(db, actor, row)),
  };
}

export {
  deleteRepliesOf as forgetRepliesOf,
  deleteVisitors as eraseVisitors,
  forgetConflictsOf,
  findVisitor as findVisitorInScope,
  findVisitorByPhone,
  lockVisitor,
} from './visitor.store.ts';

export async function visitorInScope(db: Db, actor: Agent, visitorId: number): Promise<VisitorRow> {
  return orNotFound(await findVisitor(db, actor, visitorId));
}

export async function lockVisitorInScope(db: Db, actor: Agent, visitorId: number): Promise<VisitorRow> {
  await lockVisitor(db, actor, visitorId);
  return visitorInScope(db, actor, visitorId);
}

export async function visitorOfCompany(db: Db, companyId: number, visitorId: number): Promise<VisitorRow> {
  const [row] = await listVisitorsById(db, companyId, [visitorId]);
  return orNotFound(row);
}

export async function readVisitorsOfTenant(
  db: Db,
  actor: Actor,
  tenantId: number,
  query: ListQuery & { id?: number | undefined; scope: 'imported' | 'all' },
): Promise<Rows<Visitor> | WholeList<Visitor>> {
  const { companyId } = await readTenant(db, actor, tenantId);
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'visitor.listed', companyId, subject: 'tenant', subjectId: tenantId });
  }
  const read = (page: typeof query) => listVisitorsOfTenant(db, companyId, tenantId, page);
  const asSeen = (row: VisitorRow) => toVisitor(withinTenant(row, tenantId));
  if (query.limit === undefined) return { batches: visitorsInBatches(query, read, asSeen) };
  const { rows, counted } = await read(query);
  const page = toPage(rows, query, counted, (row) => positionOf(row, query));
  return { ...page, rows: page.rows.map(asSeen) };
}
