import type { TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import type { Updateable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';

export const newSettings: TenantSettingsValues = {
  countryCode: 'NO',
  smsLanguageToEmployee: null,
  enableEmailToEmployee: true,
  emailLanguage: 'en',
  enablePrintBadgeOption: false,
  enablePrintParkingBadgeOption: false,
  parkingLabelInfo: null,
  enableSmsConfirmation: false,
  smsConfirmationLanguage: 'en',
  enableWifiInfoSms: false,
  wifiInfo: null,
  deliverySmsLanguage: null,
  enableGdpr: true,
  gdprHandling: 'deletedAfter1month',
  customAdditionalInfo: null,
  enableInvitations: true,
  enableInvitationReminder: false,
  answerWithinSeconds: 120,
  enableStillHere: false,
};

export async function changeSettings(
  { db, company }: { db: Db; company: { id: number } },
  changes: Updateable<Tables['tenant_settings']>,
): Promise<void> {
  await db.updateTable('tenant_settings').set(changes).where('company_id', '=', company.id).execute();
}

export async function seedOwnSettings(db: Db, companyId: number, tenantId: number): Promise<number> {
  const { id } = await db
    .insertInto('tenant_settings')
    .values({ company_id: companyId, tenant_id: tenantId, country_code: 'NO' })
    .onConflict((same) => same.columns(['company_id', 'tenant_id']).doUpdateSet({ country_code: 'NO' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
