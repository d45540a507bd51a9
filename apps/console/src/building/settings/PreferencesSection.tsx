import { badgePapers } from '@vestibule/contract/accounts/company.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextAreaField } from '../../ui/form/TextAreaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Section } from './Section.tsx';
import type { SettingsForm } from './settings-form.ts';

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const zones = Intl.supportedValuesOf('timeZone');

export function PreferencesSection({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  const { control } = form;
  const [zone, hour, country] = useWatch({ control, name: ['timeZone', 'autoCheckOutAt', 'countryCode'] });
  return (
    <Section title={t('settings.section.building')} help={t('settings.section.buildingHelp')}>
      <TextField
        control={control}
        name="address"
        label={t('settings.field.address')}
        help={t('settings.field.addressHelp')}
        maxLength={200}
      />
      <TextAreaField
        control={control}
        name="directions"
        label={t('settings.field.directions')}
        help={t('settings.field.directionsHelp')}
        rows={3}
        maxLength={500}
      />
      <SelectField
        control={control}
        name="timeZone"
        label={t('settings.field.timeZone')}
        help={t('settings.field.timeZoneHelp')}
        options={optionsWith(zones, zone)}
        searchable
      />
      <SelectField
        control={control}
        name="badgePaper"
        label={t('settings.field.badgePaper')}
        options={badgePapers.map((paper) => ({ value: paper, label: t(`settings.paper.${paper}`) }))}
      />
      <SelectField
        control={control}
        name="autoCheckOutAt"
        label={t('settings.field.autoCheckOutAt')}
        help={t('settings.field.autoCheckOutAtHelp')}
        options={optionsWith(hours, hour)}
        none={t('settings.noAutoCheckOut')}
        searchable
      />
      <CheckboxField
        control={control}
        name="hasReception"
        label={t('settings.field.hasReception')}
        help={t('settings.field.hasReceptionHelp')}
      />
      <PhoneField
        control={control}
        name="receptionPhone"
        label={t('settings.field.receptionPhone')}
        help={t('settings.field.receptionPhoneHelp')}
        country={country}
      />
    </Section>
  );
}

function optionsWith(values: readonly string[], set: string | null | undefined) {
  const all = set && !values.includes(set) ? [set, ...values] : values;
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
