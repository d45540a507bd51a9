import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';

/** What a screen shows of a visitor with the open visit, if there is one. `toVisitor` reads it. */
export interface ShownVisitorRow {
  id: number;
  company_id: number;
  /** Of the open visit, else of the expectation, else remembered. */
  shown_name: string;
  shown_company_name: string;
  shown_phone: string;
  shown_should_save_data: boolean;
  preregistered_tenant_id: number | null;
  preregistered_tenant_name: string | null;
  created_at: string;
  updated_at: string;
  folded_name: string;
  visit_id: number | null;
  checked_in_at: string | null;
  tenant_id: number | null;
  tenant_name: string | null;
  employee_id: number | null;
  employee_name: string | null;
  employee_phone: string | null;
}

/** A visitor with the open visit, if there is one. The shown data are those of a desk. */
export interface VisitorRow extends ShownVisitorRow {
  /** The visitor's remembered data, for the next visit. */
  name: string;
  company_name: string;
  phone: string;
  should_save_data: boolean;
  storage_stopped_at: string | null;
  preregistered_at: string | null;
  /** Given for the expectation; null where it equals the remembered data. */
  expected_name: string | null;
  expected_company_name: string | null;
  expected_should_save_data: boolean | null;
  /** Given for the open visit, where that differs from the remembered data. */
  current_name: string | null;
  /** Given for the open visit. */
  visit_name: string | null;
  visit_company_name: string | null;
  visit_phone: string | null;
  visit_should_save_data: boolean | null;
  opt_out: 'visit' | 'tenantVisits' | 'tenant' | null;
}

/** The name that a desk sees of a visitor `v` with the open visit `o`: of the visit, else of the expectation, else remembered. */
export const shownName = sql<string>`coalesce(o.name, v.expected_name, v.name)`;
export const shownCompanyName = sql<string>`coalesce(o.company_name, v.expected_company_name, v.company_name)`;

/** A `ShownVisitorRow` of a visitor `v` joined by `joinVisit`, as a desk sees it. Lists select no more: each column costs time in each row. */
export const shownColumns = sql<ShownVisitorRow>`
  v.id, v.company_id, ${shownName} as shown_name, ${shownCompanyName} as shown_company_name,
  coalesce(o.phone, v.phone) as shown_phone, v.should_save_data and o.opt_out is null as shown_should_save_data,
  v.preregistered_tenant_id, p.name as preregistered_tenant_name, v.created_at, v.updated_at, v.folded_name,
  o.id as visit_id, o.checked_in_at, o.tenant_id, t.name as tenant_name, o.employee_id, e.name as employee_name,
  e.phone as employee_phone`;

/** A `VisitorRow` of a visitor `v` joined by `joinVisit`. */
export const visitorColumns = sql<VisitorRow>`
  ${shownColumns}, v.name, v.company_name, v.phone, v.should_save_data, v.storage_stopped_at, v.preregistered_at,
  v.expected_name, v.expected_company_name, v.expected_should_save_data, v.current_name,
  o.name as visit_name, o.company_name as visit_company_name, o.phone as visit_phone,
  o.should_save_data as visit_should_save_data, o.opt_out`;

/** What a visit `o` refers to, and the tenant that a visitor `v` is pre-registered for. */
export const joinNames = sql`
  left join tenant t on t.id = o.tenant_id
  left join employee e on e.id = o.employee_id
  left join tenant p on p.id = v.preregistered_tenant_id`;

/** The open visit `o` of a visitor `v`, with its names. */
export const joinVisit = sql`left join visit o on o.visitor_id = v.id and o.checked_out_at is null ${joinNames}`;

/** Converts a row to the visitor of the contract. */
export function toVisitor(row: ShownVisitorRow): Visitor {
  const { preregistered_tenant_id: preregisteredTenantId, preregistered_tenant_name: preregisteredTenantName } = row;
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.shown_name,
    companyName: row.shown_company_name,
    phone: row.shown_phone,
    shouldSaveData: row.shown_should_save_data,
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

function toVisitRecord(row: ShownVisitorRow): Visitor['currentVisitRecord'] {
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
