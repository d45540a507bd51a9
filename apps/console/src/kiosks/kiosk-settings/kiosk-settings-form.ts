import { type KioskSettings, KioskSettingsValues } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { FormOf } from '../../ui/form/use-zod-form.ts';

export type KioskSettingsTyped = z.input<typeof KioskSettingsValues>;
export type KioskSettingsForm = FormOf<KioskSettingsTyped, KioskSettingsValues>;

export const fieldNames = KioskSettingsValues.keyof().exclude(['previous']).options;
export type KioskSettingsName = (typeof fieldNames)[number];

export const settingsTabs = ['general', 'interface'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

const onInterface: ReadonlySet<string> = new Set([
  'logoImageId',
  'accentColor',
  'welcomeTexts',
  'background',
  'backgroundImageId',
  'sinageUrl',
]);

export function tabOf(field: string): SettingsTab {
  const [name = ''] = field.split('.');
  return onInterface.has(name) ? 'interface' : 'general';
}

/** The label of a field in messages. Some fields have none on the screen, or one that needs its heading. */
export function labelOf(t: TFunction, name: KioskSettingsName): string {
  switch (name) {
    case 'languages':
      return t('kioskSettings.section.languages');
    case 'welcomeTexts':
      return t('kioskSettings.section.welcomeTexts');
    case 'logoImageId':
      return t('kioskSettings.section.logo');
    case 'backgroundImageId':
      return t('kioskSettings.section.background');
    case 'workingHoursStart':
    case 'workingHoursEnd':
      return t('kioskSettings.section.workingHours');
    default:
      return t(`kioskSettings.field.${name}`);
  }
}

/** The values of the form. An empty password stays unchanged, null removes it. */
export function typedOf(settings: KioskSettings): KioskSettingsTyped {
  const { id: _id, type: _type, companyId: _company, kioskId: _kiosk, version: _version, ...rest } = settings;
  const { hasPassword: _hasPassword, createdAt: _created, updatedAt: _updated, sinageUrl, ...values } = rest;
  const { welcomeTexts } = values;
  return {
    ...values,
    welcomeTexts: Object.fromEntries(languages.map((language) => [language, welcomeTexts[language] ?? ''])),
    sinageUrl: sinageUrl ?? '',
    password: '',
  };
}
