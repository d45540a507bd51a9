import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import { SavedSwitch } from '../../ui/SavedSwitch.tsx';
import { useSetCustomSettings } from './use-tenants.ts';

/** Saves at once. */
export function OwnSettingsSwitch({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const { mutateAsync: save } = useSetCustomSettings();
  return (
    <SavedSwitch
      label={t('tenants.ownSettingsOf', { name: tenant.name })}
      saved={tenant.enableCustomSettings}
      save={(enableCustomSettings) => save({ tenantId: tenant.id, enableCustomSettings })}
    />
  );
}
