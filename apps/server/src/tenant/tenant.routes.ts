import { createTenant, getTenant, listTenants, renameTenant } from '@vestibule/contract/tenant.ts';
import type { FastifyInstance } from 'fastify';
import { employeesByTenant, readEmployees } from '../employee/employee.ts';
import { route } from '../http/route.ts';
import { addTenant, changeTenantName, readTenant, readTenants } from './tenant.ts';

export function tenantRoutes(app: FastifyInstance): void {
  route(app, listTenants, async ({ db, actor, params, query }) => {
    const tenants = await readTenants(db, actor, params.companyId, query);
    if (tenants.page) return tenants;
    const employees = await employeesByTenant(db, params.companyId);
    return { rows: tenants.rows.map((tenant) => ({ ...tenant, employees: employees.get(tenant.id) ?? [] })) };
  });
  route(app, getTenant, async ({ db, actor, params }) => {
    const tenant = await readTenant(db, actor, params.tenantId);
    const { rows: employees } = await readEmployees(db, actor, tenant.id, {});
    return { ...tenant, employees };
  });
  route(app, createTenant, ({ db, actor, params, body }) => addTenant(db, actor, params.companyId, body.name));
  route(app, renameTenant, ({ db, actor, params, body }) => changeTenantName(db, actor, params.tenantId, body.name));
}
