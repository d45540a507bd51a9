import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { SettingsEditor } from './SettingsEditor.tsx';
import { useCompanyToEdit, useSettingsToEdit } from './use-settings.ts';

export function CompanySettingsScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const may = useMay();
  const hasPreferences = may('company.configure');
  const settings = useSettingsToEdit({ companyId });
  const company = useCompanyToEdit(hasPreferences ? companyId : undefined);
  const isReady = settings.data !== undefined && (!hasPreferences || company.data !== undefined);

  return (
    <Page title={t('settings.title')}>
      <Loaded
        query={{
          ...settings,
          data: isReady ? { rows: [settings.data], page: null } : undefined,
          error: settings.error ?? company.error,
          refetch: () => Promise.all([settings.refetch(), hasPreferences && company.refetch()]),
        }}
        empty={{ title: t('settings.failed') }}
        failed={t('settings.failed')}
      >
        {([first]) => first && <SettingsEditor settings={first} company={hasPreferences ? company.data : undefined} />}
      </Loaded>
    </Page>
  );
}
