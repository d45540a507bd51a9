import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { readTenant } from '../tenant/tenant.ts';
import { lockTenant } from './custom-settings.store.ts';
import { copyCompanySettings } from './settings.store.ts';

/**
 * Gives a tenant settings of its own, or makes it follow the company's again. The first time its own are a copy of the company's;
 * what they say is kept while they are off. @throws {Refusal} `notFound`
 */
export function switchCustomSettings(db: Db, actor: Actor, tenantId: number, isOn: boolean): Promise<Tenant> {
  return transaction(db, async (db) => {
    const { company_id: companyId, enable_custom_settings: wasOn } = found(await lockTenant(db, actor, tenantId));
    if (isOn !== wasOn) {
      if (isOn) await copyCompanySettings(db, companyId, tenantId);
      await db.updateTable('tenant').set({ enable_custom_settings: isOn }).where('id', '=', tenantId).execute();
      const action = isOn ? 'tenant.customSettingsOn' : 'tenant.customSettingsOff';
      await audit(db, actor, { action, companyId, subject: 'tenant', subjectId: tenantId });
    }
    return readTenant(db, actor, tenantId);
  });
}
