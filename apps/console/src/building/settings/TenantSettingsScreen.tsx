import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SettingsEditor } from './SettingsEditor.tsx';
import { useSettingsToEdit } from './use-settings.ts';

interface TenantSettingsScreenProps {
  tenantId: number;
  path: ReactNode;
}

export function TenantSettingsScreen({ tenantId, path }: TenantSettingsScreenProps) {
  const { t } = useTranslation();
  const settings = useSettingsToEdit({ tenantId });
  const { data } = settings;

  return (
    <Page title={t('settings.title')}>
      {path}
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
