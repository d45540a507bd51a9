import { type VisitorScope, visitorScopes } from '@vestibule/contract/visitor.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../ui/Pager.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useVisitorCount } from './use-visitors.ts';
import classes from './VisitorTabs.module.css';

interface VisitorTabsProps {
  companyId: number;
  tab: VisitorScope;
  onTab: (tab: VisitorScope) => void;
}

/** The three tabs, each with how many visitors it has. */
export function VisitorTabs({ companyId, tab, onTab }: VisitorTabsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
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
  const { i18n } = useTranslation();
  const { data: page } = useVisitorCount(companyId, scope);
  if (!page) return null;
  return (
    <span className={classes.count}>
      {formatCount(page.total, i18n.language)}
      {!page.totalIsExact && '+'}
    </span>
  );
}
