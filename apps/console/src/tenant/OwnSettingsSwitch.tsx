import type { Tenant } from '@vestibule/contract/tenant.ts';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../ui/problem-text.ts';
import { Switch } from '../ui/Switch.tsx';
import { toast } from '../ui/toast.ts';
import { useSetCustomSettings } from './use-tenants.ts';

/** Whether a tenant has settings of its own; saved at once. */
export function OwnSettingsSwitch({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const save = useSetCustomSettings();
  const isOn = save.isPending ? save.variables.enableCustomSettings : tenant.enableCustomSettings;
  const change = (enableCustomSettings: boolean) =>
    save.mutateAsync({ tenantId: tenant.id, enableCustomSettings }).catch((error) => toast(problemText(error)));
  return (
    <Switch
      label={t('tenants.ownSettingsOf', { name: tenant.name })}
      checked={isOn}
      disabled={save.isPending}
      onChange={change}
    />
  );
}
