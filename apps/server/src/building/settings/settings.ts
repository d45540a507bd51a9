import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { found } from '../../platform/http/refusal.ts';
import { bool, typedSql, text } from '../../platform/db/typed-sql.ts';

/** The country whose phones need no country code at a company. @throws {Refusal} `notFound` for a company that is gone. */
async function countryOfCompany(db: Db, companyId: number): Promise<string> {
  const { rows } = await typedSql({ country_code: text })`
    select country_code from tenant_settings where company_id = ${companyId} and tenant_id is null`.execute(db);
  return found(rows[0]).country_code;
}

/**
 * The same where a tenant may be known already: its own country, which may differ from the company's.
 * @throws {Refusal} `notFound` for a tenant that is none of the company's, and where the actor has another one.
 */
export async function countryAt(db: Db, actor: Agent, companyId: number, tenantId: number | null): Promise<string> {
  if (tenantId === null) return countryOfCompany(db, companyId);
  const { rows } = await typedSql({ country_code: text })`
    select s.country_code from tenant_settings_in_force s
    where s.for_tenant_id = ${tenantId} and s.company_id = ${companyId} and ${inTenantScope(actor, 's.for_tenant_id')}`.execute(
    db,
  );
  return found(rows[0]).country_code;
}

/** The same at a tenant, whose own settings may be in force. @throws {Refusal} `notFound` for a tenant that is gone. */
export async function countryOfTenant(db: Db, tenantId: number): Promise<string> {
  const { rows } = await typedSql({ country_code: text })`
    select country_code from tenant_settings_in_force where for_tenant_id = ${tenantId}`.execute(db);
  return found(rows[0]).country_code;
}

/** Whether visitors of a tenant are to be asked for their consent by now; false for a tenant out of the actor's scope. */
export async function asksForConsent(db: Db, actor: Agent, tenantId: number): Promise<boolean> {
  const { rows } = await typedSql({ enable_gdpr: bool })`
    select s.enable_gdpr from tenant_settings_in_force s
    where s.for_tenant_id = ${tenantId} and ${inScope(actor, 's.company_id')}`.execute(db);
  return rows[0]?.enable_gdpr ?? false;
}

const LanguageRow = z.strictObject({ language: z.enum(languages) });

/** The language of mails to a user: that of the settings in force where they belong, and English for who belongs to no company. */
export async function mailLanguageOf(db: Db, userId: number): Promise<Language> {
  const { rows } = await typedSql(LanguageRow)`
    select coalesce(t.email_language, c.email_language, 'en') as language
    from user_account u
    left join tenant_settings_in_force t on t.for_tenant_id = u.tenant_id
    left join tenant_settings c on c.company_id = u.company_id and c.tenant_id is null
    where u.id = ${userId}`.execute(db);
  return rows[0]?.language ?? 'en';
}

/** Gives a new company its row of tenant settings. */
export async function insertCompanySettings(
  db: Db,
  { companyId, countryCode }: { companyId: number; countryCode: string },
): Promise<void> {
  await db.insertInto('tenant_settings').values({ company_id: companyId, country_code: countryCode }).execute();
}
