import type { TenantSettings } from '@vestibule/contract/building/settings.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { TextAreaField } from '../../ui/form/TextAreaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { CountryField } from './CountryField.tsx';
import { LanguageField } from './LanguageField.tsx';
import { RetentionField } from './RetentionField.tsx';
import { Section } from './Section.tsx';
import type { SettingsForm } from './settings-form.ts';

interface SettingsSectionsProps {
  form: SettingsForm;
  /** What the settings are now, for somebody who may only shorten how long data is kept; else null. */
  longest: TenantSettings | null;
}

/** Every setting of a company or a tenant, by what it is about. */
export function SettingsSections({ form, longest }: SettingsSectionsProps) {
  const { t } = useTranslation();
  const { control } = form;
  const isRemoving = useWatch({ control, name: 'enableGdpr' });

  return (
    <>
      <Section title={t('settings.section.country')} help={t('settings.section.countryHelp')}>
        <CountryField form={form} />
      </Section>
      <Section title={t('settings.section.employees')} help={t('settings.section.employeesHelp')}>
        <LanguageField
          control={control}
          name="smsLanguageToEmployee"
          label={t('settings.field.smsLanguageToEmployee')}
          mayBeOff
        />
        <CheckboxField
          control={control}
          name="enableEmailToEmployee"
          label={t('settings.field.enableEmailToEmployee')}
        />
        <LanguageField control={control} name="emailLanguage" label={t('settings.field.emailLanguage')} />
      </Section>
      <Section title={t('settings.section.badges')} help={t('settings.section.badgesHelp')}>
        <CheckboxField
          control={control}
          name="enablePrintBadgeOption"
          label={t('settings.field.enablePrintBadgeOption')}
        />
        <CheckboxField
          control={control}
          name="enablePrintParkingBadgeOption"
          label={t('settings.field.enablePrintParkingBadgeOption')}
        />
        <TextField
          control={control}
          name="parkingLabelInfo"
          label={t('settings.field.parkingLabelInfo')}
          help={t('settings.field.parkingLabelInfoHelp')}
          maxLength={200}
        />
      </Section>
      <Section title={t('settings.section.visitors')} help={t('settings.section.visitorsHelp')}>
        <CheckboxField
          control={control}
          name="enableSmsConfirmation"
          label={t('settings.field.enableSmsConfirmation')}
        />
        <LanguageField
          control={control}
          name="smsConfirmationLanguage"
          label={t('settings.field.smsConfirmationLanguage')}
        />
        <CheckboxField control={control} name="enableWifiInfoSms" label={t('settings.field.enableWifiInfoSms')} />
        <TextAreaField
          control={control}
          name="wifiInfo"
          label={t('settings.field.wifiInfo')}
          help={t('settings.field.wifiInfoHelp')}
          rows={3}
          maxLength={200}
        />
      </Section>
      <Section title={t('settings.section.deliveries')} help={t('settings.section.deliveriesHelp')}>
        <LanguageField
          control={control}
          name="deliverySmsLanguage"
          label={t('settings.field.deliverySmsLanguage')}
          mayBeOff
        />
      </Section>
      <Section title={t('settings.section.privacy')} help={t('settings.section.privacyHelp')}>
        <CheckboxField
          control={control}
          name="enableGdpr"
          label={t('settings.field.enableGdpr')}
          help={isRemoving ? undefined : t('settings.field.enableGdprOff')}
          disabled={longest?.enableGdpr}
        />
        <RetentionField form={form} longest={longest} />
      </Section>
      <Section title={t('settings.section.additional')} help={t('settings.section.additionalHelp')}>
        <TextAreaField
          control={control}
          name="customAdditionalInfo"
          label={t('settings.field.customAdditionalInfo')}
          help={t('settings.field.customAdditionalInfoHelp')}
          rows={5}
          maxLength={500}
        />
      </Section>
    </>
  );
}
