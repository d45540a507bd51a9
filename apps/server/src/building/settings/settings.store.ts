import type { Actor } from '@vestibule/contract/platform/access.ts';
import { TenantSettings, type TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { typedSql } from '../../platform/db/typed-sql.ts';

const columns: Record<keyof TenantSettingsValues, keyof Tables['tenant_settings']> = {
  countryCode: 'country_code',
  smsLanguageToEmployee: 'sms_language_to_employee',
  enableEmailToEmployee: 'enable_email_to_employee',
  emailLanguage: 'email_language',
  enablePrintBadgeOption: 'enable_print_badge_option',
  enablePrintParkingBadgeOption: 'enable_print_parking_badge_option',
  parkingLabelInfo: 'parking_label_info',
  enableSmsConfirmation: 'enable_sms_confirmation',
  smsConfirmationLanguage: 'sms_confirmation_language',
  enableWifiInfoSms: 'enable_wifi_info_sms',
  wifiInfo: 'wifi_info',
  deliverySmsLanguage: 'delivery_sms_language',
  enableGdpr: 'enable_gdpr',
  gdprHandling: 'gdpr_handling',
  customAdditionalInfo: 'custom_additional_info',
  enableInvitations: 'enable_invitations',
  enableInvitationReminder: 'enable_invitation_reminder',
  answerWithinSeconds: 'answer_within_seconds',
  enableStillHere: 'enable_still_here',
};

const values = sql.join(Object.values(columns).map((column) => sql.ref(column)));

const settings = sql.join(
  Object.entries({ id: 'id', companyId: 'company_id', tenantId: 'tenant_id', ...columns }).map(
    ([name, column]) => sql`${sql.ref(`s.${column}`)} as ${sql.ref(name)}`,
  ),
);

export function findCompanySettings(db: Db, actor: Actor, companyId: number): Promise<TenantSettings | undefined> {
  return findOne(
    db,
    sql`select ${settings} from tenant_settings s where s.company_id = ${companyId} and s.tenant_id is null
      and ${inScope(actor, 's.company_id')} and ${inTenantScope(actor, 's.tenant_id')}`,
  );
}

export function findSettingsInForce(db: Db, actor: Actor, tenantId: number): Promise<TenantSettings | undefined> {
  return findOne(
    db,
    sql`select ${settings} from tenant_settings_in_force s where s.for_tenant_id = ${tenantId}
      and ${inScope(actor, 's.company_id')} and ${inTenantScope(actor, 's.for_tenant_id')}`,
  );
}

export function lockSettings(db: Db, actor: Actor, settingsId: number): Promise<TenantSettings | undefined> {
  return findOne(
    db,
    sql`select ${settings} from tenant_settings s where s.id = ${settingsId}
      and ${inScope(actor, 's.company_id')} and ${inTenantScope(actor, 's.tenant_id')} for no key update of s`,
  );
}

export async function ownSettingsAreOn(db: Db, companyId: number, tenantId: number): Promise<boolean> {
  const tenant = await db
    .selectFrom('tenant')
    .select('enable_custom_settings')
    .where('company_id', '=', companyId)
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return tenant?.enable_custom_settings ?? false;
}

export async function updateSettings(
  db: Db,
  { id, companyId }: Pick<TenantSettings, 'id' | 'companyId'>,
  changed: TenantSettingsValues,
): Promise<void> {
  const now = new Map<string, unknown>(Object.entries(changed));
  const assignments = Object.entries(columns).map(([name, column]) => sql`${sql.ref(column)} = ${now.get(name)}`);
  await sql`
    update tenant_settings set ${sql.join(assignments)} where company_id = ${companyId} and id = ${id}`.execute(db);
}

/** Unchanged texts keep their writer, so that another change does not approve a tenant's links. */
export async function noteWriter(
  db: Db,
  { role }: Pick<Actor, 'role'>,
  before: TenantSettings,
  { wifiInfo, customAdditionalInfo }: Pick<TenantSettings, 'wifiInfo' | 'customAdditionalInfo'>,
): Promise<void> {
  const isTenant = role === 'tenant';
  const writers = {
    ...(wifiInfo !== before.wifiInfo && { tenant_wrote_wifi_info: isTenant }),
    ...(customAdditionalInfo !== before.customAdditionalInfo && { tenant_wrote_additional_info: isTenant }),
  };
  if (Object.keys(writers).length === 0) return;
  await db
    .updateTable('tenant_settings')
    .set(writers)
    .where('company_id', '=', before.companyId)
    .where('id', '=', before.id)
    .execute();
}

export async function copyCompanySettings(db: Db, companyId: number, tenantId: number): Promise<void> {
  await sql`
    insert into tenant_settings (company_id, tenant_id, ${values})
    select company_id, ${tenantId}, ${values} from tenant_settings where company_id = ${companyId} and tenant_id is null
    on conflict (company_id, tenant_id) do nothing`.execute(db);
}

async function findOne(db: Db, statement: RawBuilder<unknown>): Promise<TenantSettings | undefined> {
  const { rows } = await typedSql(TenantSettings)`${statement}`.execute(db);
  return rows[0];
}
