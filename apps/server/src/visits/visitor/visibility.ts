import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Channel } from '../../platform/live/publish.ts';
import { type ShownVisitorRow, toVisitor, type VisitorRow } from './visitor.rows.ts';
import { findLastVisitTo, listVisitorsById, listVisitorsOfTenantById } from './visitor.store.ts';

export async function visitorsOnChannel(
  db: Db,
  channel: Channel,
  events: readonly (readonly number[])[],
): Promise<Visitor[][]> {
  const visitors = await visitorsOfChannel(db, channel, [...new Set(events.flat())]);
  return events.map((ids) => {
    const meant = new Set(ids);
    return visitors.filter(({ id }) => meant.has(id));
  });
}

async function visitorsOfChannel(db: Db, channel: Channel, ids: readonly number[]): Promise<Visitor[]> {
  const [audience, scopeId] = channel.split(':');
  if (audience !== 'tenant') return (await listVisitorsById(db, Number(scopeId), ids)).map(toVisitor);
  const tenantId = Number(scopeId);
  const rows = await listVisitorsOfTenantById(db, tenantId, ids);
  return rows.map((row) => toVisitor(withinTenant(row, tenantId)));
}

export function asVisibleTo(actor: Agent, row: VisitorRow): Visitor {
  return toVisitor(actor.tenantId === null ? row : withinTenant(row, actor.tenantId));
}

export async function visitorsVisibleTo(
  db: Db,
  actor: Agent,
  companyId: number,
  ids: readonly number[],
): Promise<Visitor[]> {
  const rows = await listVisitorsById(db, companyId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => asVisibleTo(actor, row));
}

/** A tenant's user sees the last visit to the tenant. Null if nothing is visible. */
export async function recalledBy(db: Db, actor: Agent, row: VisitorRow): Promise<Visitor | null> {
  const { tenantId } = actor;
  if (tenantId === null || tenantsOf(row).includes(tenantId)) return asVisibleTo(actor, row);
  const last = await findLastVisitTo(db, tenantId, row);
  return last ? toVisitor({ ...withinTenant(row, tenantId), ...last }) : null;
}

/** The shared row would reveal data of others. */
export function withinTenant(row: VisitorRow, tenantId: number): ShownVisitorRow {
  const isHere = row.tenant_id === tenantId;
  const isExpectedHere = row.preregistered_tenant_id === tenantId;
  const since = (isHere ? row.checked_in_at : null) ?? row.preregistered_at;
  const savesData = isHere ? row.opt_out === null && row.visit_should_save_data : row.expected_should_save_data;
  return {
    ...row,
    ...(!isHere && withoutVisit),
    ...(!isExpectedHere && { preregistered_tenant_id: null }),
    shown_name: (isHere ? row.visit_name : null) ?? (isExpectedHere ? row.expected_name : null) ?? row.name,
    shown_company_name:
      (isHere ? row.visit_company_name : null) ??
      (isExpectedHere ? row.expected_company_name : null) ??
      row.company_name,
    shown_phone: (isHere ? row.visit_phone : null) ?? row.phone,
    shown_should_save_data: savesData ?? false,
    created_at: since,
    updated_at: since,
  };
}

const withoutVisit = {
  visit_id: null,
  checked_in_at: null,
  tenant_id: null,
  employee_id: null,
  invitation_id: null,
  answer: null,
} satisfies Partial<ShownVisitorRow>;

export function tenantsOf(row: Pick<VisitorRow, 'tenant_id' | 'preregistered_tenant_id'>): number[] {
  return [...new Set([row.tenant_id, row.preregistered_tenant_id])].filter((id) => id !== null);
}
