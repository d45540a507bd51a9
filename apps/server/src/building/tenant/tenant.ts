import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { notifySessionsChanged } from '../../accounts/session/session.ts';
import { deleteAccounts, lockUsersOf } from '../../accounts/user/user.ts';
import { audit, program } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { forgetPhotos, requireImage } from '../image/image.ts';
import { backupEmployeeChanged, tenantRenamed } from './tenant.events.ts';
import {
  clearBackupEmployee,
  deleteTenant,
  findTenant,
  insertTenant,
  listPhotos,
  listTenants,
  listTenantsWithBadges,
  lockTenant,
  renameTenant,
  setBackupEmployee,
  setLogo,
  toTenant,
} from './tenant.store.ts';

export async function readTenant(db: Db, actor: Agent, tenantId: number): Promise<Tenant> {
  return toTenant(orNotFound(await findTenant(db, actor, tenantId)));
}

export { lockEmployer } from './tenant.store.ts';

export async function readTenants(db: Db, actor: Actor, companyId: number, query: ListQuery): Promise<Rows<Tenant>> {
  await requireCompany(db, actor, companyId);
  const { rows, counted } = await listTenants(db, companyId, query);
  const page = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  return { ...page, rows: page.rows.map(toTenant) };
}

export async function readTenantsWithBadges(db: Db, actor: Actor, companyId: number): Promise<number[]> {
  await requireCompany(db, actor, companyId);
  return listTenantsWithBadges(db, actor, companyId);
}

export function addTenant(db: Db, actor: Actor, companyId: number, name: string): Promise<Tenant> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    const tenantId = await insertTenant(db, companyId, name);
    await audit(db, actor, { action: 'tenant.created', companyId, subject: 'tenant', subjectId: tenantId });
    return readTenant(db, actor, tenantId);
  });
}

export function changeTenantName(
  db: Db,
  actor: Actor,
  tenantId: number,
  { name, previous }: { name: string; previous?: string | undefined },
): Promise<Tenant> {
  return transaction(db, async (db) => {
    refuseChanged(orNotFound(await lockTenant(db, actor, tenantId)).name, previous, name);
    const tenant = await readTenant(db, actor, tenantId);
    await renameTenant(db, tenant.companyId, tenantId, name);
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

export function changeTenantLogo(
  db: Db,
  actor: Actor,
  tenantId: number,
  { logoImageId, previous }: { logoImageId: number | null; previous?: number | null | undefined },
): Promise<Tenant> {
  return transaction(db, async (db) => {
    orNotFound(await lockTenant(db, actor, tenantId));
    const { companyId, logoImageId: current } = await readTenant(db, actor, tenantId);
    refuseChanged(current, previous, logoImageId);
    if (logoImageId !== null) {
      await requireImage(db, actor, logoImageId, { companyId, tenantId, type: 'logo', field: 'logoImageId' });
    }
    await setLogo(db, companyId, tenantId, logoImageId);
    await audit(db, actor, { action: 'tenant.logoChanged', companyId, subject: 'tenant', subjectId: tenantId });
    return readTenant(db, actor, tenantId);
  });
}

export function changeBackupEmployee(
  db: Db,
  actor: Actor,
  tenantId: number,
  { employeeId, previous }: { employeeId: number | null; previous?: number | null | undefined },
): Promise<Tenant> {
  return transaction(db, async (db) => {
    orNotFound(await lockTenant(db, actor, tenantId));
    const { companyId, backupEmployee } = await readTenant(db, actor, tenantId);
    refuseChanged(backupEmployee?.id ?? null, previous, employeeId);
    if (!(await setBackupEmployee(db, companyId, tenantId, employeeId))) throw new Refusal('notFound');
    await recordBackup(db, actor, { companyId, tenantId });
    return readTenant(db, actor, tenantId);
  });
}

/** Removes the backup employee if that employee leaves. The tenant then has none. */
export async function releaseBackupEmployee(
  db: Db,
  { companyId, tenantId, employeeIds }: { companyId: number; tenantId: number; employeeIds: readonly number[] },
): Promise<void> {
  if (await clearBackupEmployee(db, companyId, tenantId, employeeIds))
    await recordBackup(db, program, { companyId, tenantId });
}

async function recordBackup(
  db: Db,
  actor: Pick<Agent, 'userId' | 'role'>,
  { companyId, tenantId }: { companyId: number; tenantId: number },
): Promise<void> {
  await audit(db, actor, { action: 'tenant.backupEmployeeChanged', companyId, subject: 'tenant', subjectId: tenantId });
  await backupEmployeeChanged.publish(db, { companyId, tenantId });
}

/** `app.ts` passes it, because this wing cannot import visits. An event would come too late: visitors are locked before the tenant. */
export type HoldVisits = (
  db: Db,
  tenant: { companyId: number; tenantId: number },
) => Promise<{ isVisited(): Promise<boolean>; remove(): Promise<void> }>;

/**
 * Deletes a tenant with employees, photos, users, settings and visits, and visitors without other data.
 * @throws {Refusal} `currentVisitRecords` during a visit; `changedMeanwhile` if `ifEmpty` and it has employees; `notFound`
 */
export function removeTenant(
  db: Db,
  actor: Actor,
  tenantId: number,
  { ifEmpty = false, holdVisits }: { ifEmpty?: boolean | undefined; holdVisits: HoldVisits },
): Promise<null> {
  return transaction(db, async (db) => {
    const { companyId } = await readTenant(db, actor, tenantId);
    await lockUsersOf(db, { company_id: companyId, tenant_id: tenantId });
    const visits = await holdVisits(db, { companyId, tenantId });
    orNotFound(await lockTenant(db, actor, tenantId));
    if (ifEmpty) refuseChanged((await readTenant(db, actor, tenantId)).employeeCount, 0);
    if (await visits.isVisited()) {
      throw new Refusal('currentVisitRecords', { reasons: ['currentVisitRecords'] });
    }
    await visits.remove();
    // Also users who were added before the tenant was locked. No more can be added now.
    const users = await lockUsersOf(db, { company_id: companyId, tenant_id: tenantId });
    await deleteAccounts(db, users);
    const photos = await listPhotos(db, companyId, tenantId);
    await deleteTenant(db, companyId, tenantId);
    await forgetPhotos(db, companyId, photos);
    await audit(db, actor, { action: 'tenant.deleted', companyId, subject: 'tenant', subjectId: tenantId });
    await notifySessionsChanged(db, users);
    return null;
  });
}
