import { countryCodes } from '@vestibule/contract/platform/country.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { getCountryCallingCode } from 'libphonenumber-js/min';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { SettingsForm } from './settings-form.ts';

/** The country whose phone numbers need no country code, found by its name, its dial code or its ISO code. */
export function CountryField({ form }: { form: SettingsForm }) {
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
