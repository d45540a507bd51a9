import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingsInForce } from '../../building/settings/use-settings.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import type { VisitForm } from './visit-form.ts';

/** Which badges to print: of those that the tenant's settings have, each ticked to begin with. */
export function BadgeFields({ form, tenantId }: { form: VisitForm; tenantId: number | null }) {
  const { t } = useTranslation();
  const settings = useSettingsInForce(tenantId);
  const hasMain = settings?.enablePrintBadgeOption ?? false;
  const hasParking = settings?.enablePrintParkingBadgeOption ?? false;

  // As what the form began with, so that closing it does not ask about what nobody has ticked.
  const { resetField, control } = form;
  useEffect(() => {
    resetField('shouldPrintMainBadge', { defaultValue: hasMain });
    resetField('shouldPrintParkingBadge', { defaultValue: hasParking });
  }, [resetField, tenantId, hasMain, hasParking]);

  return (
    <>
      {hasMain && <CheckboxField control={control} name="shouldPrintMainBadge" label={t('visitors.field.mainBadge')} />}
      {hasParking && (
        <CheckboxField control={control} name="shouldPrintParkingBadge" label={t('visitors.field.parkingBadge')} />
      )}
    </>
  );
}
