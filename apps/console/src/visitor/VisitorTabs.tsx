import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { type VisitorScope, visitorScopes } from '@vestibule/contract/visitor.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../ui/Pager.tsx';
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
  const choose = (value: string | null) => {
    const scope = visitorScopes.find((each) => each === value);
    if (scope) onTab(scope);
  };

  return (
    <Tabs value={tab} onChange={choose} classNames={classes}>
      <Tabs.List aria-label={t('visitors.tab.label')}>
        {visitorScopes.map((scope) => (
          <Tabs.Tab key={scope} value={scope}>
            {t(`visitors.tab.${scope}`)} <Count companyId={companyId} scope={scope} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
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
