import * as tenant from '@vestibule/contract/building/tenant.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { Db } from '../../platform/db/database.ts';
import { serve } from '../../platform/http/route.ts';
import type { Sessions } from '../../accounts/session/session.ts';
import {
  addTenant,
  changeBackupEmployee,
  changeTenantLogo,
  changeTenantName,
  type HoldVisits,
  readTenant,
  readTenants,
  readTenantsWithBadges,
  removeTenant,
} from './tenant.ts';

interface TenantRoutesOptions {
  sessions: Sessions;
  holdVisits: HoldVisits;
  employees: ReadEmployees;
}

interface ReadEmployees {
  byTenant(db: Db, companyId: number, query: ListQuery): Promise<Map<number, Employee[]>>;
  ofTenant(db: Db, actor: Actor, tenantId: number): Promise<Employee[]>;
}

export function tenantRoutes(app: FastifyInstance, { sessions, holdVisits, employees }: TenantRoutesOptions): void {
  serve(app, tenant, {
    listTenants: async ({ db, actor, params, query }) => {
      const tenants = await readTenants(db, actor, params.companyId, query);
      if (tenants.page) return tenants;
      const byTenant = await employees.byTenant(db, params.companyId, query);
      return { rows: tenants.rows.map((tenant) => ({ ...tenant, employees: byTenant.get(tenant.id) ?? [] })) };
    },
    getTenant: async ({ db, actor, params, query }) => {
      const tenant = await readTenant(db, actor, params.tenantId);
      if (query.employees === 'false') return tenant;
      return { ...tenant, employees: await employees.ofTenant(db, actor, tenant.id) };
    },
    createTenant: ({ db, actor, params, body }) => addTenant(db, actor, params.companyId, body.name),
    renameTenant: ({ db, actor, params, body }) => changeTenantName(db, actor, params.tenantId, body),
    deleteTenant: {
      handle: ({ db, actor, params, query }) => removeTenant(db, actor, params.tenantId, { ...query, holdVisits }),
      afterCommit: sessions.settled,
    },
    getBadgeOptions: ({ db, actor, params }) => readTenant(db, actor, params.tenantId),
    listTenantsWithBadges: ({ db, actor, params }) => readTenantsWithBadges(db, actor, params.companyId),
    setBackupEmployee: ({ db, actor, params, body }) => changeBackupEmployee(db, actor, params.tenantId, body),
    setTenantLogo: ({ db, actor, params, body }) => changeTenantLogo(db, actor, params.tenantId, body),
  });
}
