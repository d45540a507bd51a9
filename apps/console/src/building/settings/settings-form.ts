import { type CompanyPreferences, CompanyPreferencesEdit } from '@vestibule/contract/accounts/company-edit.ts';
import { type TenantSettings, TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { FormOf } from '../../ui/form/use-zod-form.ts';

export const SettingsFields = TenantSettingsValues.extend(CompanyPreferencesEdit.shape);
export type SettingsTyped = z.input<typeof SettingsFields>;
export type SettingsFields = z.output<typeof SettingsFields>;

export const fieldNames = SettingsFields.keyof().options;
export type SettingsName = (typeof fieldNames)[number];

export type SettingsForm = FormOf<SettingsTyped, SettingsFields>;

export function typedOf({ settings, preferences }: Edited): SettingsTyped {
  const { id: _id, companyId: _company, tenantId: _tenant, ...values } = settings;
  const { parkingLabelInfo, wifiInfo, customAdditionalInfo } = values;
  return {
    ...values,
    parkingLabelInfo: parkingLabelInfo ?? '',
    wifiInfo: wifiInfo ?? '',
    customAdditionalInfo: customAdditionalInfo ?? '',
    ...(preferences && {
      ...preferences,
      receptionPhone: preferences.receptionPhone ?? '',
      address: preferences.address ?? '',
      directions: preferences.directions ?? '',
    }),
  };
}

interface Edited {
  settings: TenantSettings;
  /** Null for a tenant, and without the right to change them. */
  preferences: CompanyPreferences | null;
}

export function labelOf(t: TFunction, name: SettingsName): string {
  return name === 'customAdditionalInfo' ? t('settings.section.additional') : t(`settings.field.${name}`);
}
