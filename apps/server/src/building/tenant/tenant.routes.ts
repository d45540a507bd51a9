import { getDeliveryPhones, setDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import {
  createTenant,
  deleteTenant,
  getBadgeOptions,
  getTenant,
  listTenants,
  listTenantsWithBadges,
  renameTenant,
  setTenantLogo,
} from '@vestibule/contract/building/tenant.ts';
import type { FastifyInstance } from 'fastify';
import { employeesByTenant, readEmployees } from '../employee/employee.ts';
import { route } from '../../platform/http/route.ts';
import type { Sessions } from '../../accounts/session/session.ts';
import { changeDeliveryPhones, readDeliveryPhones } from '../settings/delivery-phones.ts';
import { removeTenant } from './tenant.removal.ts';
import { changeTenantLogo } from './tenant.logo.ts';
import { addTenant, changeTenantName, readTenant, readTenants, readTenantsWithBadges } from './tenant.ts';

export function tenantRoutes(app: FastifyInstance, sessions: Sessions): void {
  route(app, listTenants, async ({ db, actor, params, query }) => {
    const tenants = await readTenants(db, actor, params.companyId, query);
    if (tenants.page) return tenants;
    const employees = await employeesByTenant(db, params.companyId, query);
    return { rows: tenants.rows.map((tenant) => ({ ...tenant, employees: employees.get(tenant.id) ?? [] })) };
  });
  route(app, getTenant, async ({ db, actor, params, query }) => {
    const tenant = await readTenant(db, actor, params.tenantId);
    if (query.employees === 'false') return tenant;
    const { rows: employees } = await readEmployees(db, actor, tenant.id, {});
    return { ...tenant, employees };
  });
  route(app, createTenant, ({ db, actor, params, body }) => addTenant(db, actor, params.companyId, body.name));
  route(app, renameTenant, ({ db, actor, params, body }) => changeTenantName(db, actor, params.tenantId, body));
  route(
    app,
    deleteTenant,
    ({ db, actor, params, query }) => removeTenant(db, actor, params.tenantId, query),
    sessions.settled,
  );
  route(app, getBadgeOptions, ({ db, actor, params }) => readTenant(db, actor, params.tenantId));
  route(app, listTenantsWithBadges, ({ db, actor, params }) => readTenantsWithBadges(db, actor, params.companyId));
  route(app, getDeliveryPhones, ({ db, actor, params }) => readDeliveryPhones(db, actor, params.tenantId));
  route(app, setDeliveryPhones, ({ db, actor, params, body }) =>
    changeDeliveryPhones(db, actor, params.tenantId, body),
  );
  route(app, setTenantLogo, ({ db, actor, params, body }) => changeTenantLogo(db, actor, params.tenantId, body));
}
