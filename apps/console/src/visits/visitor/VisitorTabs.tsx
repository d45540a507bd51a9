import { type VisitorScope, visitorScopes } from '@vestibule/contract/visits/visitor.ts';
import { useTranslation } from 'react-i18next';
import { TabCount } from '../../ui/TabCount.tsx';
import { Tabs } from '@vestibule/ui/Tabs.tsx';
import { useVisitorCount } from './use-visitors.ts';

interface VisitorTabsProps {
  companyId: number;
  /** Of the panel below them. */
  panel: string;
  tab: VisitorScope;
  onTab: (tab: VisitorScope) => void;
}

/** The three tabs, each with how many visitors it has. */
export function VisitorTabs({ companyId, panel, tab, onTab }: VisitorTabsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      panel={panel}
      label={t('visitors.tab.label')}
      value={tab}
      onChange={onTab}
      tabs={visitorScopes.map((scope) => ({
        value: scope,
        label: (
          <>
            {t(`visitors.tab.${scope}`)} <Count companyId={companyId} scope={scope} />
          </>
        ),
      }))}
    />
  );
}

function Count({ companyId, scope }: { companyId: number; scope: VisitorScope }) {
  const { data: page } = useVisitorCount(companyId, scope);
  return <TabCount page={page} />;
}
