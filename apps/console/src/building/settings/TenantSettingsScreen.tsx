import { useTranslation } from 'react-i18next';
import { useTenant } from '../tenant/use-tenant.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { TenantPath } from '../../ui/TenantPath.tsx';
import { SettingsEditor } from './SettingsEditor.tsx';
import { useSettingsToEdit } from './use-settings.ts';

/** The settings of a tenant's own, while these are on. */
export function TenantSettingsScreen({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation();
  const { data: tenant } = useTenant(tenantId);
  const settings = useSettingsToEdit({ tenantId });
  const { data } = settings;

  return (
    <Page title={t('settings.title')}>
      <TenantPath tenant={tenant} />
      <Loaded
        query={{ ...settings, data: data && { rows: [data], page: null } }}
        empty={{ title: t('settings.failed') }}
        failed={t('settings.failed')}
      >
        {([first]) =>
          first?.tenantId === tenantId ? (
            <SettingsEditor settings={first} />
          ) : (
            <Notice kind="information">{t('errors.customSettingsAreOff')}</Notice>
          )
        }
      </Loaded>
    </Page>
  );
}
