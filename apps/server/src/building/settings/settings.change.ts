import type { Actor } from '@vestibule/contract/platform/access.ts';
import { keepsLonger, type TenantSettings, type TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import {
  findCompanySettings,
  findSettingsInForce,
  lockSettings,
  ownSettingsAreOn,
  noteWriter,
  updateSettings,
} from './settings.store.ts';

/**
 * The settings of a company, or those in force for a tenant.
 * @throws {Refusal} `notFound`, which a tenant's user gets for the company's as well; `validation` unless one of the two is named.
 */
export async function readSettings(
  db: Db,
  actor: Actor,
  { companyId, tenantId }: { companyId?: number | undefined; tenantId?: number | undefined },
): Promise<TenantSettings> {
  if (companyId === undefined && tenantId !== undefined) return readSettingsInForce(db, actor, tenantId);
  if (companyId !== undefined && tenantId === undefined) return found(await findCompanySettings(db, actor, companyId));
  throw new Refusal('validation', { fields: { companyId: 'invalidValue' } });
}

/** The settings in force for a tenant. @throws {Refusal} `notFound` */
export async function readSettingsInForce(db: Db, actor: Actor, tenantId: number): Promise<TenantSettings> {
  return found(await findSettingsInForce(db, actor, tenantId));
}

/**
 * Changes the settings of a company, or a tenant's own while these are on.
 * @throws {Refusal} `notFound`; `customSettingsAreOff`; `changedMeanwhile` when they are not `previous` any more;
 * `retentionMayOnlyShorten` for a tenant's user who would keep data of visitors longer than before.
 */
export function changeSettings(
  db: Db,
  actor: Actor,
  settingsId: number,
  { previous, ...changed }: TenantSettingsValues & { previous?: TenantSettings | undefined },
): Promise<TenantSettings> {
  return transaction(db, async (db) => {
    const before = found(await lockSettings(db, actor, settingsId));
    const { companyId, tenantId } = before;
    if (tenantId !== null && !(await ownSettingsAreOn(db, tenantId))) throw new Refusal('customSettingsAreOff');
    refuseChanged(before, previous, { ...before, ...changed });
    if (actor.role === 'tenant' && keepsLonger(changed, before)) {
      const field = changed.enableGdpr ? 'gdprHandling' : 'enableGdpr';
      throw new Refusal('retentionMayOnlyShorten', { fields: { [field]: 'retentionMayOnlyShorten' } });
    }
    await updateSettings(db, settingsId, changed);
    await noteWriter(db, actor, before, changed);
    const act = { action: 'tenantSettings.changed', subject: 'tenantSettings' } as const;
    await audit(db, actor, { ...act, companyId, subjectId: settingsId });
    return found(await lockSettings(db, actor, settingsId));
  });
}
