import { type VisitorScope, visitorScopes } from '@vestibule/contract/visits/visitor.ts';
import { Tabs } from '@vestibule/ui/Tabs.tsx';
import { PrintFrame } from '@vestibule/web/PrintFrame.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequestedAction } from '../../ui/requested-action.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { TabCount } from '../../ui/TabCount.tsx';
import { usePrintCurrent, useToday, useVisitorCount } from './use-visitors.ts';

interface VisitorTabsProps {
  companyId: number;
  /** The id of the panel below the tabs. */
  panel: string;
  tab: VisitorScope;
  onTab: (tab: VisitorScope) => void;
}

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
  const { data: today } = useToday(companyId);
  const guests = scope === 'imported' ? (today?.guestsExpected ?? 0) : 0;
  return <TabCount page={page && { ...page, total: page.total + guests }} />;
}

export function usePrint(companyId: number) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const print = usePrintCurrent(companyId);
  const [copies, setCopies] = useState(0);
  const start = () => print.mutate(undefined, { onSuccess: () => setCopies((before) => before + 1) });
  return {
    start,
    isPending: print.isPending,
    problem: print.error && t('visitors.printFailed', { problem: problemText(print.error) }),
    frame: print.data && <PrintFrame key={copies} html={print.data} title={t('visitors.print')} />,
  };
}

/** Prints when the finder asks for it. */
export function AskedPrint({ onPrint }: { onPrint: () => void }): null {
  useRequestedAction('print', onPrint);
  return null;
}
