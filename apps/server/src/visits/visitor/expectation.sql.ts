import { type RawBuilder, sql } from 'kysely';

interface Expectation {
  tenantId: unknown;
  at: unknown;
  employeeId: unknown;
  invitationId: unknown;
  name: unknown;
  companyName: unknown;
  shouldSaveData: unknown;
}

/** Assignments of a visitor whom a tenant expects. Retention counts from now, also if the same tenant expects the visitor again. */
export function expectedAs(expectation: Expectation): RawBuilder<unknown> {
  const { tenantId, at, employeeId, invitationId, name, companyName, shouldSaveData } = expectation;
  return sql`preregistered_tenant_id = ${tenantId}, preregistered_at = now(), expected_at = ${at}, expected_employee_id = ${employeeId},
    expected_invitation_id = ${invitationId}, expected_name = ${name}, expected_company_name = ${companyName},
    expected_should_save_data = ${shouldSaveData}`;
}

/** Assignments of a visitor whom no tenant expects any more. A constraint refuses data of an expectation without a tenant. */
export const expectedNoMore = sql`preregistered_tenant_id = null, expected_at = null, expected_employee_id = null,
  expected_invitation_id = null, expected_name = null, expected_company_name = null, expected_should_save_data = null`;
