import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { tenantRenamed } from './tenant.events.ts';
import {
  findTenant,
  insertTenant,
  listTenants,
  listTenantsWithBadges,
  lockTenant,
  renameTenant,
  toTenant,
} from './tenant.store.ts';

/** A tenant in the actor's scope. @throws {Refusal} `notFound` */
export async function readTenant(db: Db, actor: Agent, tenantId: number): Promise<Tenant> {
  return toTenant(found(await findTenant(db, actor, tenantId)));
}

/** Lets through one at a time who changes the employees of a tenant. */
export { lockEmployer } from './tenant.store.ts';

/** The tenants of a company by name. @throws {Refusal} `notFound` for a company outside of the actor's scope. */
export async function readTenants(db: Db, actor: Actor, companyId: number, query: ListQuery): Promise<Rows<Tenant>> {
  await requireCompany(db, actor, companyId);
  const { rows, counted } = await listTenants(db, companyId, query);
  const page = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  return { ...page, rows: page.rows.map(toTenant) };
}

/** The tenants of a company, in the actor's scope, for whose visitors any badge can be printed. @throws {Refusal} `notFound` */
export async function readTenantsWithBadges(db: Db, actor: Actor, companyId: number): Promise<number[]> {
  await requireCompany(db, actor, companyId);
  return listTenantsWithBadges(db, actor, companyId);
}

/** Adds a tenant, which follows the company's settings until it gets its own. @throws {Refusal} `notFound` */
export function addTenant(db: Db, actor: Actor, companyId: number, name: string): Promise<Tenant> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    const tenantId = await insertTenant(db, companyId, name);
    await audit(db, actor, { action: 'tenant.created', companyId, subject: 'tenant', subjectId: tenantId });
    return readTenant(db, actor, tenantId);
  });
}

/** Gives a tenant another name. @throws {Refusal} `notFound`; `changedMeanwhile` when the name is not `previous` any more. */
export function changeTenantName(
  db: Db,
  actor: Actor,
  tenantId: number,
  { name, previous }: { name: string; previous?: string | undefined },
): Promise<Tenant> {
  return transaction(db, async (db) => {
    refuseChanged(found(await lockTenant(db, actor, tenantId)).name, previous, name);
    const tenant = await readTenant(db, actor, tenantId);
    await renameTenant(db, tenantId, name);
    await tenantRenamed.publish(db, { companyId: tenant.companyId, tenantId });
    await audit(db, actor, {
      action: 'tenant.renamed',
      companyId: tenant.companyId,
      subject: 'tenant',
      subjectId: tenantId,
    });
    return { ...tenant, name };
  });
}
