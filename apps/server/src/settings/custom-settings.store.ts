import type { Actor } from '@vestibule/contract/access.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inScope, inTenantScope } from '../db/scope.ts';

interface TenantState {
  company_id: number;
  enable_custom_settings: boolean;
}

/** The row locked, so that of two who switch at once the second sees what the first did. */
export async function lockTenant(db: Db, actor: Actor, tenantId: number): Promise<TenantState | undefined> {
  const { rows } = await sql<TenantState>`
    select t.company_id, t.enable_custom_settings from tenant t
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}
    for no key update of t`.execute(db);
  return rows[0];
}

/** Gives the tenant what the company's settings say now, unless it has settings of its own already. */
export async function copyCompanySettings(db: Db, companyId: number, tenantId: number): Promise<void> {
  await sql`
    insert into tenant_settings (
      company_id, tenant_id, country_code, sms_language_to_employee, enable_email_to_employee, email_language,
      enable_print_badge_option, enable_print_parking_badge_option, parking_label_info, enable_sms_confirmation,
      sms_confirmation_language, enable_wifi_info_sms, wifi_info, delivery_sms_language, enable_gdpr, gdpr_handling,
      custom_additional_info
    )
    select company_id, ${tenantId}, country_code, sms_language_to_employee, enable_email_to_employee, email_language,
      enable_print_badge_option, enable_print_parking_badge_option, parking_label_info, enable_sms_confirmation,
      sms_confirmation_language, enable_wifi_info_sms, wifi_info, delivery_sms_language, enable_gdpr, gdpr_handling,
      custom_additional_info
    from tenant_settings where company_id = ${companyId} and tenant_id is null
    on conflict (company_id, tenant_id) do nothing`.execute(db);
}
