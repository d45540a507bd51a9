import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSettingsInForce } from '../../building/settings/use-settings.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';

interface SaveDataFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  /** The visited tenant, if known. */
  tenantId: number | null;
  /** Whether the visitor is remembered. If so, clearing the box is an opt-out. */
  isRemembered: boolean;
}

/** Explains the effect of an opt-out, and that the box has no effect if the tenant keeps no data. */
export function SaveDataField<In extends FieldValues, Out>({
  control,
  name,
  tenantId,
  isRemembered,
}: SaveDataFieldProps<In, Out>) {
  const { t } = useTranslation();
  const settings = useSettingsInForce(tenantId);
  const isTicked: unknown = useWatch({ control, name });
  const optOut = isRemembered && isTicked === false ? t('visitors.field.optOut') : undefined;
  const storesNothing = settings?.enableGdpr === true && settings.gdprHandling === 'noInfoSaved';
  return (
    <CheckboxField
      control={control}
      name={name}
      label={t('visitors.field.shouldSaveData')}
      help={storesNothing ? t('visitors.field.shouldSaveDataNoEffect') : optOut}
    />
  );
}
