import type { TenantSettings } from '@vestibule/contract/building/settings.ts';
import { countryCodes } from '@vestibule/contract/platform/country.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { getCountryCallingCode } from 'libphonenumber-js/min';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextAreaField } from '../../ui/form/TextAreaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { FieldProps } from '../../ui/form/use-field.ts';
import { languageOption } from '../../ui/language-name.ts';
import { RetentionField } from './RetentionField.tsx';
import { Section } from './Section.tsx';
import type { SettingsFields, SettingsForm, SettingsTyped } from './settings-form.ts';

interface SettingsSectionsProps {
  form: SettingsForm;
  /** Null unless the role may only shorten the retention. */
  longest: TenantSettings | null;
}

export function SettingsSections({ form, longest }: SettingsSectionsProps) {
  const { t } = useTranslation();
  const { control } = form;
  const [isRemoving, answerWithin] = useWatch({ control, name: ['enableGdpr', 'answerWithinSeconds'] });

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
        <SelectField
          control={control}
          name="answerWithinSeconds"
          label={t('settings.field.answerWithinSeconds')}
          help={t('settings.field.answerWithinSecondsHelp')}
          options={secondsWith(answerWithin).map((seconds) => ({
            value: seconds,
            label: t('settings.seconds', { count: seconds }),
          }))}
          none={t('settings.noAnswerNeeded')}
        />
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
      <Section title={t('settings.section.invitations')} help={t('settings.section.invitationsHelp')}>
        <CheckboxField
          control={control}
          name="enableInvitations"
          label={t('settings.field.enableInvitations')}
          help={t('settings.field.enableInvitationsOff')}
        />
        <CheckboxField
          control={control}
          name="enableInvitationReminder"
          label={t('settings.field.enableInvitationReminder')}
          help={t('settings.field.enableInvitationReminderHelp')}
        />
        <CheckboxField
          control={control}
          name="enableStillHere"
          label={t('settings.field.enableStillHere')}
          help={t('settings.field.enableStillHereHelp')}
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

/** Search accepts the name, dial code and ISO code. */
function CountryField({ form }: { form: SettingsForm }) {
  const { t, i18n } = useTranslation();
  const options = useMemo(() => countriesIn(i18n.language), [i18n.language]);
  return (
    <SelectField
      control={form.control}
      name="countryCode"
      label={t('settings.field.countryCode')}
      help={t('settings.field.countryCodeHelp')}
      options={options}
      searchable
    />
  );
}

function countriesIn(language: string) {
  const tag = languagesOfInterface[languages.find((each) => each === language) ?? 'en'].tag;
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, tag))
    .map(({ code, name }) => ({ value: code, label: `${name}, +${getCountryCallingCode(code)} (${code})` }));
}

interface LanguageFieldProps extends FieldProps<SettingsTyped, SettingsFields> {
  /** Offers to send nothing. */
  mayBeOff?: boolean;
}

function LanguageField({ mayBeOff = false, ...field }: LanguageFieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      {...field}
      options={languages.map(languageOption)}
      searchable
      none={mayBeOff ? t('settings.doNotSend') : undefined}
    />
  );
}

const usualSeconds = [60, 120, 180, 300, 600];

/** The API allows others. */
function secondsWith(set: number | null = null): number[] {
  return [...new Set(set === null ? usualSeconds : [...usualSeconds, set])].toSorted((a, b) => a - b);
}
