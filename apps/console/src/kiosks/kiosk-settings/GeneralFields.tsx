import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';
import { LanguagesField } from './LanguagesField.tsx';
import { SettingsPasswordField } from './SettingsPasswordField.tsx';
import { WorkingHours } from './WorkingHours.tsx';

const functions = [
  'enableEmployeePicture',
  'enableDeliveryButton',
  'enableSaveVisitor',
  'isPrinterOn',
  'isScanerOn',
] as const;

/** The languages, the password, what a kiosk offers, and when. */
export function GeneralFields({ form, hasPassword }: { form: KioskSettingsForm; hasPassword: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <FieldGroup title={t('kioskSettings.section.languages')}>
        <LanguagesField form={form} />
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.password')}>
        <SettingsPasswordField form={form} hasPassword={hasPassword} />
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.functions')}>
        {functions.map((name) => (
          <CheckboxField key={name} control={form.control} name={name} label={t(`kioskSettings.field.${name}`)} />
        ))}
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.workingHours')}>
        <WorkingHours form={form} />
      </FieldGroup>
    </>
  );
}
