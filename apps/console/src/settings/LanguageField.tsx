import { languages } from '@vestibule/contract/values.ts';
import { useTranslation } from 'react-i18next';
import { languageName } from '../ui/language-name.ts';
import { SelectField } from '../ui/SelectField.tsx';
import type { FieldProps } from '../ui/use-field.ts';
import type { SettingsFields, SettingsTyped } from './settings-form.ts';

interface LanguageFieldProps extends FieldProps<SettingsTyped, SettingsFields> {
  /** Whether it may be said that nothing is sent. */
  mayBeOff?: boolean;
}

/** The language of a kind of message. */
export function LanguageField({ mayBeOff = false, ...field }: LanguageFieldProps) {
  const { t } = useTranslation();
  const options = languages.map((language) => ({ value: language, label: languageName(language) }));
  return <SelectField {...field} options={options} searchable none={mayBeOff ? t('settings.doNotSend') : undefined} />;
}
