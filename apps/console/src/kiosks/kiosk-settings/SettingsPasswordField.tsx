import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';
import { useErrorText } from '../../ui/problem-text.ts';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';

interface SettingsPasswordFieldProps {
  form: KioskSettingsForm;
  hasPassword: boolean;
}

export function SettingsPasswordField({ form, hasPassword }: SettingsPasswordFieldProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name: 'password' });
  const key = fieldState.error?.message;
  const isRemoved = field.value === null;

  return (
    <>
      <PasswordInput
        {...field}
        label={t('kioskSettings.field.password')}
        description={t(hasPassword ? 'kioskSettings.field.passwordKept' : 'kioskSettings.field.passwordNone')}
        error={key === undefined ? undefined : errorText(key)}
        value={field.value ?? ''}
        onChange={(event) => field.onChange(event.currentTarget.value)}
        disabled={isRemoved}
        autoComplete="new-password"
      />
      {hasPassword && (
        <Checkbox
          label={t('kioskSettings.field.removePassword')}
          isChecked={isRemoved}
          onChange={(isChecked) => field.onChange(isChecked ? null : '')}
        />
      )}
    </>
  );
}
