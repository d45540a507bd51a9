import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { bool, int, moment, text } from '../../platform/db/typed-sql.ts';

/** A visitor with the open visit, if there is one, as `visitorColumns` selects them. `shownData` is what screens show of it. */
export const VisitorRow = z.strictObject({
  id: int,
  company_id: int,
  /** The visitor's remembered data, for the next visit. */
  name: text,
  company_name: text,
  phone: text,
  should_save_data: bool,
  storage_stopped_at: moment.nullable(),
  preregistered_tenant_id: int.nullable(),
  preregistered_tenant_name: text.nullable(),
  preregistered_at: moment.nullable(),
  /** Given for the expectation; null where it equals the remembered data. */
  expected_name: text.nullable(),
  expected_company_name: text.nullable(),
  expected_should_save_data: bool.nullable(),
  /** Given for the open visit, where that differs from the remembered data. */
  current_name: text.nullable(),
  created_at: moment,
  updated_at: moment,
  folded_name: text,
  visit_id: int.nullable(),
  /** Given for the open visit. */
  visit_name: text.nullable(),
  visit_company_name: text.nullable(),
  visit_phone: text.nullable(),
  visit_should_save_data: bool.nullable(),
  opt_out: z.enum(['visit', 'tenantVisits', 'tenant']).nullable(),
  checked_in_at: moment.nullable(),
  tenant_id: int.nullable(),
  tenant_name: text.nullable(),
  employee_id: int.nullable(),
  employee_name: text.nullable(),
  employee_phone: text.nullable(),
});
export type VisitorRow = z.infer<typeof VisitorRow>;

/** What a `VisitorRow` holds, of a visitor `v` joined by `joinVisit`. */
export const visitorColumns = sql`
  v.id, v.company_id, v.name, v.company_name, v.phone, v.should_save_data, v.storage_stopped_at, v.preregistered_tenant_id,
  p.name as preregistered_tenant_name, v.preregistered_at, v.expected_name, v.expected_company_name, v.expected_should_save_data, v.current_name, v.created_at, v.updated_at, v.folded_name,
  o.id as visit_id, o.name as visit_name, o.company_name as visit_company_name, o.phone as visit_phone,
  o.should_save_data as visit_should_save_data, o.opt_out, o.checked_in_at, o.tenant_id, t.name as tenant_name, o.employee_id, e.name as employee_name,
  e.phone as employee_phone`;

/** What a visit `o` refers to, and the tenant that a visitor `v` is pre-registered for. */
export const joinNames = sql`
  left join tenant t on t.id = o.tenant_id
  left join employee e on e.id = o.employee_id
  left join tenant p on p.id = v.preregistered_tenant_id`;

/** The open visit `o` of a visitor `v`, with its names. */
export const joinVisit = sql`left join visit o on o.visitor_id = v.id and o.checked_out_at is null ${joinNames}`;

/** The data of the open visit, else of the expectation, else the remembered data. */
function shownData(row: VisitorRow): { name: string; companyName: string; phone: string } {
  return {
    name: row.visit_name ?? row.expected_name ?? row.name,
    companyName: row.visit_company_name ?? row.expected_company_name ?? row.company_name,
    phone: row.visit_phone ?? row.phone,
  };
}

/** The visitor as a desk sees them; `asSeenBy` leaves out what a tenant may not know. */
export function toVisitor(row: VisitorRow): Visitor {
  const { preregistered_tenant_id: preregisteredTenantId, preregistered_tenant_name: preregisteredTenantName } = row;
  return {
    id: row.id,
    companyId: row.company_id,
    ...shownData(row),
    shouldSaveData: row.should_save_data && row.opt_out === null,
    currentVisitRecordId: row.visit_id,
    preregisteredTenantId,
    preregisteredTenant:
      preregisteredTenantId !== null && preregisteredTenantName !== null
        ? { id: preregisteredTenantId, name: preregisteredTenantName }
        : null,
    currentVisitRecord: toVisitRecord(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toVisitRecord(row: VisitorRow): Visitor['currentVisitRecord'] {
  const { visit_id: id, checked_in_at: checkedInAt, tenant_id: tenantId, tenant_name: tenantName } = row;
  if (id === null || checkedInAt === null || tenantId === null || tenantName === null) return null;
  const tenant = { id: tenantId, name: tenantName };
  const { employee_id: employeeId, employee_name: employeeName, employee_phone: phone } = row;
  return {
    id,
    checkedInAt,
    checkedOutAt: null,
    tenant,
    employee:
      employeeId !== null && employeeName !== null ? { id: employeeId, name: employeeName, phone, tenant } : null,
  };
}
