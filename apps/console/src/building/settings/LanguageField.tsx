import { languages } from '@vestibule/contract/platform/values.ts';
import { useTranslation } from 'react-i18next';
import { languageOption } from '../../ui/language-name.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import type { FieldProps } from '../../ui/form/use-field.ts';
import type { SettingsFields, SettingsTyped } from './settings-form.ts';

interface LanguageFieldProps extends FieldProps<SettingsTyped, SettingsFields> {
  /** Whether it may be said that nothing is sent. */
  mayBeOff?: boolean;
}

/** The language of a kind of message. */
export function LanguageField({ mayBeOff = false, ...field }: LanguageFieldProps) {
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
