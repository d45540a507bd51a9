import { keepsLonger, type TenantSettings, type TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { bool, int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { hasLinks } from '../../platform/values/without-links.ts';
import { readTenant } from '../tenant/tenant.ts';
import { answerPeriodChanged } from './settings.events.ts';
import {
  copyCompanySettings,
  findCompanySettings,
  findSettingsInForce,
  lockSettings,
  noteWriter,
  ownSettingsAreOn,
  updateSettings,
} from './settings.store.ts';

export async function countryOfCompany(db: Db, companyId: number): Promise<string> {
  const { rows } = await typedSql({ country_code: text })`
    select country_code from tenant_settings where company_id = ${companyId} and tenant_id is null`.execute(db);
  return orNotFound(rows[0]).country_code;
}

/**
 * The country of a known tenant, which may differ from the company's.
 * @throws {Refusal} `notFound` for a tenant of another company or outside of the actor's scope.
 */
export async function countryAt(db: Db, actor: Agent, companyId: number, tenantId: number | null): Promise<string> {
  if (tenantId === null) return countryOfCompany(db, companyId);
  const { rows } = await typedSql({ country_code: text })`
    select s.country_code from tenant_settings_in_force s
    where s.for_tenant_id = ${tenantId} and s.company_id = ${companyId} and ${inTenantScope(actor, 's.for_tenant_id')}`.execute(
    db,
  );
  return orNotFound(rows[0]).country_code;
}

export async function countryOfTenant(db: Db, companyId: number, tenantId: number): Promise<string> {
  const { rows } = await typedSql({ country_code: text })`
    select country_code from tenant_settings_in_force
    where company_id = ${companyId} and for_tenant_id = ${tenantId}`.execute(db);
  return orNotFound(rows[0]).country_code;
}

export async function asksForConsent(db: Db, actor: Agent, tenantId: number): Promise<boolean> {
  const { rows } = await typedSql({ enable_gdpr: bool })`
    select s.enable_gdpr from tenant_settings_in_force s
    where s.for_tenant_id = ${tenantId} and ${inScope(actor, 's.company_id')}`.execute(db);
  return rows[0]?.enable_gdpr ?? false;
}

const LanguageRow = z.strictObject({ language: z.enum(languages) });

export async function mailLanguageOf(db: Db, userId: number): Promise<Language> {
  const { rows } = await typedSql(LanguageRow)`
    select coalesce(t.email_language, c.email_language, 'en') as language
    from user_account u
    left join tenant_settings_in_force t on t.company_id = u.company_id and t.for_tenant_id = u.tenant_id
    left join tenant_settings c on c.company_id = u.company_id and c.tenant_id is null
    where u.id = ${userId}`.execute(db);
  return rows[0]?.language ?? 'en';
}

export async function insertCompanySettings(
  db: Db,
  { companyId, countryCode }: { companyId: number; countryCode: string },
): Promise<void> {
  await db.insertInto('tenant_settings').values({ company_id: companyId, country_code: countryCode }).execute();
}

/**
 * Reads the settings of a company, or those in force for a tenant.
 * @throws {Refusal} `notFound`, also if a tenant's user asks for the company's; `validation` unless exactly one id is given.
 */
export async function readSettings(
  db: Db,
  actor: Actor,
  { companyId, tenantId }: { companyId?: number | undefined; tenantId?: number | undefined },
): Promise<TenantSettings> {
  if (companyId === undefined && tenantId !== undefined) return readSettingsInForce(db, actor, tenantId);
  if (companyId !== undefined && tenantId === undefined)
    return orNotFound(await findCompanySettings(db, actor, companyId));
  throw new Refusal('validation', { fields: { companyId: 'invalidValue' } });
}

export async function readSettingsInForce(db: Db, actor: Actor, tenantId: number): Promise<TenantSettings> {
  return orNotFound(await findSettingsInForce(db, actor, tenantId));
}

/**
 * Changes the settings of a company, or a tenant's own while these are on.
 * @throws {Refusal} `notFound`; `customSettingsAreOff`; `changedMeanwhile` if they are no longer `previous`; `retentionMayOnlyShorten` if
 * a tenant's user lengthens retention; `validation` if one writes an address into a text for visitors.
 */
export function changeSettings(
  db: Db,
  actor: Actor,
  settingsId: number,
  { previous, ...changed }: TenantSettingsValues & { previous?: TenantSettings | undefined },
): Promise<TenantSettings> {
  return transaction(db, async (db) => {
    const before = orNotFound(await lockSettings(db, actor, settingsId));
    const { companyId, tenantId } = before;
    if (tenantId !== null && !(await ownSettingsAreOn(db, companyId, tenantId)))
      throw new Refusal('customSettingsAreOff');
    refuseChanged(before, previous, { ...before, ...changed });
    if (actor.role === 'tenant' && keepsLonger(changed, before)) {
      const field = changed.enableGdpr ? 'gdprHandling' : 'enableGdpr';
      throw new Refusal('retentionMayOnlyShorten', { fields: { [field]: 'retentionMayOnlyShorten' } });
    }
    if (actor.role === 'tenant') refuseLinks(before, changed);
    await updateSettings(db, before, { ...before, ...changed });
    await noteWriter(db, actor, before, changed);
    if (changed.answerWithinSeconds !== before.answerWithinSeconds)
      await answerPeriodChanged.publish(db, { companyId });
    const act = { action: 'tenantSettings.changed', subject: 'tenantSettings' } as const;
    await audit(db, actor, { ...act, companyId, subjectId: settingsId });
    return orNotFound(await lockSettings(db, actor, settingsId));
  });
}

/** Messages would omit the addresses. An unchanged text may be the company's, or older than this rule. */
function refuseLinks(before: TenantSettings, changed: TenantSettingsValues): void {
  const names = (['wifiInfo', 'customAdditionalInfo'] as const).filter(
    (name) => changed[name] !== before[name] && hasLinks(changed[name] ?? ''),
  );
  if (names.length === 0) return;
  throw new Refusal('validation', { fields: Object.fromEntries(names.map((name) => [name, 'addressInText'])) });
}

export function switchCustomSettings(db: Db, actor: Actor, tenantId: number, isOn: boolean): Promise<Tenant> {
  return transaction(db, async (db) => {
    const { company_id: companyId, enable_custom_settings: wasOn } = orNotFound(await lockTenant(db, actor, tenantId));
    if (isOn !== wasOn) {
      if (isOn) await copyCompanySettings(db, companyId, tenantId);
      await db
        .updateTable('tenant')
        .set({ enable_custom_settings: isOn })
        .where('company_id', '=', companyId)
        .where('id', '=', tenantId)
        .execute();
      await answerPeriodChanged.publish(db, { companyId });
      const action = isOn ? 'tenant.customSettingsOn' : 'tenant.customSettingsOff';
      await audit(db, actor, { action, companyId, subject: 'tenant', subjectId: tenantId });
    }
    return readTenant(db, actor, tenantId);
  });
}

const TenantState = z.strictObject({
  company_id: int,
  enable_custom_settings: bool,
});
type TenantState = z.infer<typeof TenantState>;

/** Locks the row, so that the second of two concurrent switches sees the result of the first. */
async function lockTenant(db: Db, actor: Actor, tenantId: number): Promise<TenantState | undefined> {
  const { rows } = await typedSql(TenantState)`
    select t.company_id, t.enable_custom_settings from tenant t
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}
    for no key update of t`.execute(db);
  return rows[0];
}
