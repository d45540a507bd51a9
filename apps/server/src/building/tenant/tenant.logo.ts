import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { found } from '../../platform/http/refusal.ts';
import { requireImage } from '../image/image.ts';
import { readTenant } from './tenant.ts';
import { lockTenant, setLogo } from './tenant.store.ts';

/**
 * Shows an image of the tenant or of its company as the tenant's logo, or none.
 * @throws {Refusal} `notFound`; `validation` for an image of another type; `changedMeanwhile`
 */
export function changeTenantLogo(
  db: Db,
  actor: Actor,
  tenantId: number,
  { logoImageId, previous }: { logoImageId: number | null; previous?: number | null | undefined },
): Promise<Tenant> {
  return transaction(db, async (db) => {
    found(await lockTenant(db, actor, tenantId));
    const { companyId, logoImageId: current } = await readTenant(db, actor, tenantId);
    refuseChanged(current, previous, logoImageId);
    if (logoImageId !== null) {
      await requireImage(db, actor, logoImageId, { companyId, tenantId, type: 'logo', field: 'logoImageId' });
    }
    await setLogo(db, tenantId, logoImageId);
    await audit(db, actor, { action: 'tenant.logoChanged', companyId, subject: 'tenant', subjectId: tenantId });
    return readTenant(db, actor, tenantId);
  });
}
