import { type KioskStatus, kioskStatuses } from '@vestibule/contract/kiosks/kiosk.ts';
import { useTranslation } from 'react-i18next';
import { TabCount } from '../../ui/TabCount.tsx';
import { Tabs } from '@vestibule/ui/Tabs.tsx';
import { useKioskCount } from './use-kiosks.ts';

interface KioskTabsProps {
  companyId: number;
  /** Of the panel below them. */
  panel: string;
  tab: KioskStatus;
  onTab: (tab: KioskStatus) => void;
}

/** Online and offline, each with how many kiosks it has. */
export function KioskTabs({ companyId, panel, tab, onTab }: KioskTabsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      panel={panel}
      label={t('kiosks.tab.label')}
      value={tab}
      onChange={onTab}
      tabs={kioskStatuses.map((status) => ({
        value: status,
        label: (
          <>
            {t(`kiosks.tab.${status}`)} <Count companyId={companyId} status={status} />
          </>
        ),
      }))}
    />
  );
}

function Count({ companyId, status }: { companyId: number; status: KioskStatus }) {
  const { data: page } = useKioskCount(companyId, status);
  return <TabCount page={page} />;
}
