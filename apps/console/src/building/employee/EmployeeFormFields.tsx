import type { EmployeeFields } from '@vestibule/contract/building/employee-edit.ts';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useSettingsInForce } from '../settings/use-settings.ts';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { FormOf } from '../../ui/form/use-zod-form.ts';

interface EmployeeFormFieldsProps {
  form: FormOf<z.input<typeof EmployeeFields>, EmployeeFields>;
  tenantId: number | undefined;
}

export function EmployeeFormFields({ form: { control }, tenantId }: EmployeeFormFieldsProps) {
  const { t } = useTranslation();
  const settings = useSettingsInForce(tenantId ?? null);
  const { errors } = useFormState({ control });
  return (
    <>
      <TextField
        control={control}
        name="name"
        written="name"
        label={t('employees.field.name')}
        maxLength={120}
        required
        initialFocus
      />
      <TextField control={control} name="email" label={t('employees.field.email')} type="email" maxLength={254} />
      <PhoneField
        control={control}
        name="phone"
        country={settings?.countryCode}
        label={t('employees.field.phone')}
        help={errors.phone ? undefined : t('employees.field.help')}
      />
    </>
  );
}
