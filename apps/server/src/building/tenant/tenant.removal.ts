import type { Actor } from '@vestibule/contract/platform/access.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { forgetPhotos } from '../image/photo.ts';
import { tellSessionsChanged } from '../../accounts/session/session.ts';
import { lockUsersOf } from '../../accounts/user/user.ts';
import { readTenant } from './tenant.ts';
import { deleteTenant, listPhotos, lockTenant } from './tenant.store.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/**
 * Locks the visits of a tenant and says what may become of them. It is handed over by `app.ts`, because this wing cannot import visits; an
 * event would not do, because the locks on visitors come before the one on the tenant.
 */
export type HoldVisits = (
  db: Db,
  tenant: { companyId: number; tenantId: number },
) => Promise<{ isVisited(): Promise<boolean>; remove(): Promise<void> }>;

/**
 * Removes a tenant with its employees and their photos, users, settings and visits, and visitors of whom nothing else is left.
 * @throws {Refusal} `currentVisitRecords` while somebody is checked in to it; `changedMeanwhile` where it has to be without employees
 *   and is not; `notFound`
 */
export function removeTenant(
  db: Db,
  actor: Actor,
  tenantId: number,
  { ifEmpty = false, holdVisits }: { ifEmpty?: boolean | undefined; holdVisits: HoldVisits },
): Promise<null> {
  return transaction(db, async (db) => {
    const { companyId } = await readTenant(db, actor, tenantId);
    await lockUsersOf(db, 'tenant_id', tenantId);
    const visits = await holdVisits(db, { companyId, tenantId });
    found(await lockTenant(db, actor, tenantId));
    if (ifEmpty) refuseChanged((await readTenant(db, actor, tenantId)).employeeCount, 0);
    if (await visits.isVisited()) {
      throw new Refusal('currentVisitRecords', { reasons: ['currentVisitRecords'] });
    }
    await visits.remove();
    const { rows: users } = await typedSql({ id: int })`
      delete from user_account where company_id = ${companyId} and tenant_id = ${tenantId} returning id`.execute(db);
    const photos = await listPhotos(db, tenantId);
    await deleteTenant(db, tenantId);
    await forgetPhotos(db, photos);
    await audit(db, actor, { action: 'tenant.deleted', companyId, subject: 'tenant', subjectId: tenantId });
    await tellSessionsChanged(
      db,
      users.map(({ id }) => id),
    );
    return null;
  });
}
