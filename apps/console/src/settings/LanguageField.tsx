import { type Language, languages } from '@vestibule/contract/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../ui/SelectField.tsx';
import type { FieldProps } from '../ui/use-field.ts';
import type { SettingsFields, SettingsTyped } from './settings-form.ts';

interface LanguageFieldProps extends FieldProps<SettingsTyped, SettingsFields> {
  /** Whether it may be said that nothing is sent. */
  mayBeOff?: boolean;
}

const names = languages.map((language) => languagesOfInterface[language].name);

/** The language of a kind of message. */
export function LanguageField({ mayBeOff = false, ...field }: LanguageFieldProps) {
  const { t } = useTranslation();
  const options = languages.map((language) => ({ value: language, label: labelOf(language) }));
  return <SelectField {...field} options={options} searchable none={mayBeOff ? t('settings.doNotSend') : undefined} />;
}

/** Two codes are called the same; these show which is which. */
function labelOf(language: Language): string {
  const { name } = languagesOfInterface[language];
  return names.filter((each) => each === name).length > 1 ? `${name} (${language})` : name;
}
