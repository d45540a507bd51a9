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
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { Db } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import type { Sessions } from '../../accounts/session/session.ts';
import { type HoldVisits, removeTenant } from './tenant.removal.ts';
import { changeTenantLogo } from './tenant.logo.ts';
import { addTenant, changeTenantName, readTenant, readTenants, readTenantsWithBadges } from './tenant.ts';

interface TenantRoutesOptions {
  sessions: Sessions;
  holdVisits: HoldVisits;
  employees: ReadEmployees;
}

/** How the list and the page of tenants read employees. `app.ts` hands it over, because employees know tenants. */
interface ReadEmployees {
  byTenant(db: Db, companyId: number, query: ListQuery): Promise<Map<number, Employee[]>>;
  ofTenant(db: Db, actor: Actor, tenantId: number): Promise<Employee[]>;
}

export function tenantRoutes(app: FastifyInstance, { sessions, holdVisits, employees }: TenantRoutesOptions): void {
  route(app, listTenants, async ({ db, actor, params, query }) => {
    const tenants = await readTenants(db, actor, params.companyId, query);
    if (tenants.page) return tenants;
    const byTenant = await employees.byTenant(db, params.companyId, query);
    return { rows: tenants.rows.map((tenant) => ({ ...tenant, employees: byTenant.get(tenant.id) ?? [] })) };
  });
  route(app, getTenant, async ({ db, actor, params, query }) => {
    const tenant = await readTenant(db, actor, params.tenantId);
    if (query.employees === 'false') return tenant;
    return { ...tenant, employees: await employees.ofTenant(db, actor, tenant.id) };
  });
  route(app, createTenant, ({ db, actor, params, body }) => addTenant(db, actor, params.companyId, body.name));
  route(app, renameTenant, ({ db, actor, params, body }) => changeTenantName(db, actor, params.tenantId, body));
  route(
    app,
    deleteTenant,
    ({ db, actor, params, query }) => removeTenant(db, actor, params.tenantId, { ...query, holdVisits }),
    sessions.settled,
  );
  route(app, getBadgeOptions, ({ db, actor, params }) => readTenant(db, actor, params.tenantId));
  route(app, listTenantsWithBadges, ({ db, actor, params }) => readTenantsWithBadges(db, actor, params.companyId));
  route(app, setTenantLogo, ({ db, actor, params, body }) => changeTenantLogo(db, actor, params.tenantId, body));
}
