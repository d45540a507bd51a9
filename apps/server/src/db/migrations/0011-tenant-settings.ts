import { type Kysely, sql } from 'kysely';

/** What settings can never say, and that a tenant whose own settings are on has some. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [values, ownSettings]) await sql.raw(part).execute(db);
}

const languages = `'en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl'`;

const values = `
  alter table tenant_settings
    add constraint settings_name_a_country check (country_code ~ '^[A-Z]{2}$'),
    add constraint settings_speak_our_languages check (
      email_language in (${languages}) and sms_confirmation_language in (${languages})
      and sms_language_to_employee in (${languages}) and delivery_sms_language in (${languages})
    ),
    add constraint settings_are_short check (
      length(parking_label_info) <= 200 and length(wifi_info) <= 200 and length(custom_additional_info) <= 500
    );
`;

const ownSettings = `
  alter table tenant
    add column own_settings_of int generated always as (case when enable_custom_settings then id end) stored,
    add constraint own_settings_exist foreign key (company_id, own_settings_of)
      references tenant_settings (company_id, tenant_id);
`;
