import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../ui/Switch.tsx';
import { useSavedSwitch } from '../../ui/use-saved-switch.ts';
import { useSetCustomSettings } from './use-tenants.ts';

/** Whether a tenant has settings of its own; saved at once. */
export function OwnSettingsSwitch({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const { mutateAsync: save } = useSetCustomSettings();
  const saved = useSavedSwitch(tenant.enableCustomSettings, (enableCustomSettings) =>
    save({ tenantId: tenant.id, enableCustomSettings }),
  );
  return <Switch label={t('tenants.ownSettingsOf', { name: tenant.name })} {...saved} />;
}
