import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Tenant } from '../accounts/organization.ts';
import { Id, IdParam, ListQuery, requiredLine, YesOrNo } from '../platform/values.ts';

export { Tenant } from '../accounts/organization.ts';

export const TenantName = z.strictObject({ name: requiredLine('tenantNameRequired', 120) });

export const listTenants = endpoint({
  method: 'GET',
  path: '/tenants/company/:companyId',
  summary: 'List the tenants of a company',
  access: 'tenant.list',
  params: z.object({ companyId: IdParam }),
  query: ListQuery,
  reply: z.array(Tenant),
  paged: true,
});

export const getTenant = endpoint({
  method: 'GET',
  path: '/tenants/:tenantId',
  summary: 'Read a tenant',
  access: 'tenant.read',
  params: z.object({ tenantId: IdParam }),
  /** `false` omits the employees. */
  query: z.strictObject({ employees: z.enum(['true', 'false']).optional() }),
  reply: Tenant,
});

export const getBadgeOptions = endpoint({
  method: 'GET',
  path: '/tenants/:tenantId/badge_options',
  summary: 'Which badges a tenant prints',
  access: 'tenant.read',
  params: z.object({ tenantId: IdParam }),
  reply: Tenant.pick({ enablePrintBadgeOption: true, enablePrintParkingBadgeOption: true }),
});

/** A tenant's user gets at most their own tenant. */
export const listTenantsWithBadges = endpoint({
  method: 'GET',
  path: '/tenants/company/:companyId/badges',
  summary: 'List the tenants of a company that print badges',
  access: 'tenant.read',
  params: z.object({ companyId: IdParam }),
  reply: z.array(Id),
});

export const createTenant = endpoint({
  method: 'POST',
  path: '/tenants/company/:companyId',
  summary: 'Create a tenant',
  access: 'tenant.create',
  params: z.object({ companyId: IdParam }),
  body: TenantName,
  reply: Tenant,
  status: 201,
});

export const renameTenant = endpoint({
  method: 'PATCH',
  path: '/tenants/:tenantId/name',
  summary: 'Rename a tenant',
  access: 'tenant.manage',
  params: z.object({ tenantId: IdParam }),
  body: TenantName.extend({ previous: z.string().optional() }),
  reply: Tenant,
  refusals: ['changedMeanwhile'],
});

export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/tenants/:tenantId',
  summary: 'Delete a tenant',
  access: 'tenant.manage',
  params: z.object({ tenantId: IdParam }),
  query: z.strictObject({ ifEmpty: YesOrNo.optional() }),
  reply: z.null(),
  refusals: ['currentVisitRecords', 'changedMeanwhile'],
});

export const setTenantLogo = endpoint({
  method: 'PATCH',
  path: '/tenants/:tenantId/logo',
  summary: 'Change the logo of a tenant',
  access: 'tenant.logo',
  params: z.object({ tenantId: IdParam }),
  body: z.strictObject({ logoImageId: Id.nullable(), previous: Id.nullable().optional() }),
  reply: Tenant,
  refusals: ['changedMeanwhile'],
});

export const BackupEmployee = z.strictObject({ employeeId: Id.nullable() });

/** An employee of another tenant is `notFound`. */
export const setBackupEmployee = endpoint({
  method: 'PATCH',
  path: '/tenants/:tenantId/backup_employee',
  summary: 'Choose the backup employee of a tenant',
  access: 'tenant.backupEmployee',
  params: z.object({ tenantId: IdParam }),
  body: BackupEmployee.extend({ previous: Id.nullable().optional() }),
  reply: Tenant,
  refusals: ['changedMeanwhile'],
});
