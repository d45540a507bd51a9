import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSettingsInForce } from '../settings/use-settings.ts';
import { CheckboxField } from '../ui/form/CheckboxField.tsx';

interface SaveDataFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  /** Whom the visit is to, where that is known. */
  tenantId: number | null;
}

/** Whether a visitor may be kept for the next visit, and that it does not help where the tenant keeps nobody. */
export function SaveDataField<In extends FieldValues, Out>({ control, name, tenantId }: SaveDataFieldProps<In, Out>) {
  const { t } = useTranslation();
  const settings = useSettingsInForce(tenantId);
  const keepsNobody = settings?.enableGdpr === true && settings.gdprHandling === 'noInfoSaved';
  return (
    <CheckboxField
      control={control}
      name={name}
      label={t('visitors.field.shouldSaveData')}
      help={keepsNobody ? t('visitors.field.shouldSaveDataNoEffect') : undefined}
    />
  );
}
