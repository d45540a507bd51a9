import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { KioskSettingsEditor } from './KioskSettingsEditor.tsx';
import { useKioskSettingsToEdit } from './use-kiosk-settings.ts';

export function KioskSettingsScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const settings = useKioskSettingsToEdit({ companyId });
  const { data } = settings;
  return (
    <Page title={t('kioskSettings.title')}>
      <Loaded
        query={{ ...settings, data: data && { rows: [data], page: null } }}
        empty={{ title: t('kioskSettings.failed') }}
        failed={t('kioskSettings.failed')}
      >
        {([first]) => first && <KioskSettingsEditor settings={first} />}
      </Loaded>
    </Page>
  );
}
