import { Answer } from '@vestibule/contract/visits/visit.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { bool, int, moment, text } from '../../platform/db/typed-sql.ts';

export const StoredAnswer = Answer.extend({ answeredAt: text });
type StoredAnswer = z.infer<typeof StoredAnswer>;

/** The answer of the host of a visit `o`. */
export const answerOfVisit = sql`case when o.answer_kind is not null then json_build_object('kind', o.answer_kind,
  'minutes', o.answer_minutes, 'text', o.answer_text, 'answeredAt', o.answered_at, 'employee',
  case when o.answer_employee_id is not null
    then json_build_object('id', o.answer_employee_id, 'name', name_of_employee(o.company_id, o.answer_employee_id)) end) end`;

export const StoredNext = z.strictObject({ employeeId: int, name: text, at: text });
type StoredNext = z.infer<typeof StoredNext>;

/** The next step of the escalation of a visit `o`. */
export const nextOfVisit = sql`(
  select json_build_object('employeeId', n.employee_id, 'name', n.name, 'at', n.at) from next_escalation(o.company_id, o.id) n)`;

export const ShownVisitorRow = z.strictObject({
  id: int,
  company_id: int,
  shown_name: text,
  shown_company_name: text,
  shown_phone: text,
  shown_should_save_data: bool,
  preregistered_tenant_id: int.nullable(),
  preregistered_tenant_name: text.nullable(),
  expected_at: moment.nullable(),
  expected_employee_id: int.nullable(),
  expected_employee_name: text.nullable(),
  expected_invitation_id: int.nullable(),
  created_at: moment,
  updated_at: moment,
  visit_id: int.nullable(),
  checked_in_at: moment.nullable(),
  tenant_id: int.nullable(),
  tenant_name: text.nullable(),
  employee_id: int.nullable(),
  employee_name: text.nullable(),
  employee_phone: text.nullable(),
  invitation_id: int.nullable(),
  invitation_title: text.nullable(),
  answer: StoredAnswer.nullable(),
});
export type ShownVisitorRow = z.infer<typeof ShownVisitorRow>;

/** A visitor with the open visit. Shown data are those for a desk. */
export const VisitorRow = ShownVisitorRow.extend({
  name: text,
  company_name: text,
  phone: text,
  should_save_data: bool,
  storage_stopped_at: moment.nullable(),
  preregistered_at: moment,
  /** Data of the expectation. Null if equal to remembered data. */
  expected_name: text.nullable(),
  expected_company_name: text.nullable(),
  expected_should_save_data: bool.nullable(),
  current_name: text.nullable(),
  visit_name: text.nullable(),
  visit_company_name: text.nullable(),
  visit_phone: text.nullable(),
  visit_should_save_data: bool.nullable(),
  opt_out: z.enum(['visit', 'tenantVisits', 'tenant']).nullable(),
});
export type VisitorRow = z.infer<typeof VisitorRow>;

export const shownName = sql`coalesce(o.name, v.expected_name, v.name)`;
export const shownCompanyName = sql`coalesce(o.company_name, v.expected_company_name, v.company_name)`;

/** Needs `joinVisit`. Lists select no more, because each column costs time in each row. */
const shownColumns = sql`
  v.id, v.company_id, ${shownName} as shown_name, ${shownCompanyName} as shown_company_name,
  coalesce(o.phone, v.phone) as shown_phone, v.should_save_data and o.opt_out is null as shown_should_save_data,
  v.preregistered_tenant_id, p.name as preregistered_tenant_name, v.expected_at, v.expected_employee_id,
  case when v.expected_employee_id is not null
    then name_of_employee(v.company_id, v.expected_employee_id) end as expected_employee_name,
  v.expected_invitation_id,
  v.created_at, v.updated_at,
  o.id as visit_id, o.checked_in_at, o.tenant_id, t.name as tenant_name, o.employee_id, e.name as employee_name,
  e.phone as employee_phone, o.invitation_id,
  case when o.invitation_id is not null
    then title_of_invitation(o.company_id, o.invitation_id) end as invitation_title, ${answerOfVisit} as answer`;

export const visitorColumns = sql`
  ${shownColumns}, v.name, v.company_name, v.phone, v.should_save_data, v.storage_stopped_at, v.preregistered_at,
  v.expected_name, v.expected_company_name, v.expected_should_save_data, v.current_name,
  o.name as visit_name, o.company_name as visit_company_name, o.phone as visit_phone,
  o.should_save_data as visit_should_save_data, o.opt_out`;

export interface Shown<Row extends ShownVisitorRow> {
  columns: RawBuilder<unknown>;
  listedRow: z.ZodType<Row & Listed>;
  countedRow: z.ZodType<Row & Listed & { counted: number }>;
  foundRow: z.ZodType<(Row & Listed & { counted: number }) | EmptyPage>;
}

const listed = { sort_key: text };
/** The key of the list's order, for the cursor. */
export interface Listed {
  sort_key: string;
}

const EmptyPage = z.looseObject({ id: z.null(), counted: int });
type EmptyPage = z.infer<typeof EmptyPage>;

const CountedShown = ShownVisitorRow.extend({ ...listed, counted: int });
const CountedWhole = VisitorRow.extend({ ...listed, counted: int });

export const shownVisitor: Shown<ShownVisitorRow> = {
  columns: shownColumns,
  listedRow: ShownVisitorRow.extend(listed),
  countedRow: CountedShown,
  foundRow: z.union([CountedShown, EmptyPage]),
};

/** For `withinTenant`, which removes data of other tenants. */
export const wholeVisitor: Shown<VisitorRow> = {
  columns: visitorColumns,
  listedRow: VisitorRow.extend(listed),
  countedRow: CountedWhole,
  foundRow: z.union([CountedWhole, EmptyPage]),
};

export const joinNames = sql`
  left join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
  left join employee e on e.company_id = o.company_id and e.id = o.employee_id
  left join tenant p on p.company_id = v.company_id and p.id = v.preregistered_tenant_id`;

export const joinVisit = sql`
  left join visit o on o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null ${joinNames}`;

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
    expected: toExpectation(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toExpectation(row: ShownVisitorRow): Visitor['expected'] {
  if (row.preregistered_tenant_id === null) return null;
  const { expected_at: at, expected_employee_id: id, expected_employee_name: name } = row;
  return { at, employee: id !== null && name !== null ? { id, name } : null, invitationId: row.expected_invitation_id };
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
    answer: row.answer && toAnswer(row.answer),
    invitation: row.invitation_id === null ? null : { id: row.invitation_id, title: row.invitation_title },
    employee:
      employeeId !== null && employeeName !== null ? { id: employeeId, name: employeeName, phone, tenant } : null,
  };
}

/** JSON of the database writes moments in its own form. */
export function toAnswer({ answeredAt, ...answer }: StoredAnswer): Answer {
  return { ...answer, answeredAt: new Date(answeredAt).toISOString() };
}

/** Null also for a step that asks the reader again. */
export function toNext(next: StoredNext | null, readerId?: number): { name: string; at: string } | null {
  return next && next.employeeId !== readerId ? { name: next.name, at: new Date(next.at).toISOString() } : null;
}
