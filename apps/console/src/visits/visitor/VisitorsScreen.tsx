import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type VisitorScope, visitorScopes } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { Printer } from '@vestibule/ui/icons.tsx';
import { TabPanel, Tabs } from '@vestibule/ui/Tabs.tsx';
import { useLive } from '@vestibule/web/live.ts';
import { PrintFrame } from '@vestibule/web/PrintFrame.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { Suspense, lazy, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ListBar } from '../../ui/list/ListBar.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { TabCount } from '../../ui/TabCount.tsx';
import { useIsLive } from '../../ui/use-is-live.ts';
import { useBadges } from './use-badges.ts';
import { useBulkCheckIn } from './use-bulk-check-in.ts';
import { useGlow } from './use-glow.ts';
import { useRefusedActs } from './use-refused-acts.ts';
import { useScans } from './use-scans.ts';
import { usePrintCurrent, useVisitorCount, useVisitors } from './use-visitors.ts';
import { type VisitorAct, VisitorDialogs } from './VisitorDialogs.tsx';
import { VisitorSelectionBar } from './VisitorSelectionBar.tsx';
import { VisitorTable } from './VisitorTable.tsx';

const RegisterVisitorDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RegisterVisitorDialog);
const BadgePreviewDialog = lazyDialog(async () => (await import('./dialogs.tsx')).BadgePreviewDialog);
const NotCheckedInDialog = lazyDialog(async () => (await import('./dialogs.tsx')).NotCheckedInDialog);
const SelectPage = lazy(async () => ({ default: (await import('./SelectPage.tsx')).SelectPage }));
const ImportVisitorsDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ImportVisitorsDialog);

export function VisitorsScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const may = useMay();
  const list = useListState(visitorScopes);
  const panel = useId();
  const visitors = useVisitors(companyId, { ...list.query, scope: list.tab });
  const register = useTarget<{ phone: string } | null>();
  const [importing, importDialog] = useDisclosure();
  const act = useTarget<VisitorAct>();
  const glow = useGlow();
  const isLive = useIsLive();
  const badges = useBadges();
  const bulk = useBulkCheckIn({ onDone: () => list.setTab('current'), onBadges: badges.show });
  useScans(companyId, (phone) => register.open({ phone }));
  useLive({ companyId }, (message) => {
    glow.hear(message);
    bulk.hear(message);
  });
  useShortcut('n', t('visitors.register'), () => register.open(null));

  // Counts all visitors inside, even those that the search hides.
  const inside = Math.max(useVisitorCount(companyId, 'current').data?.total ?? 0, visitors.data?.rows.length ?? 0);
  const hasEvacuationList = list.tab === 'current' && may('visitor.printCurrent') && inside > 0;
  const maySelect = list.tab === 'imported' && may('visitor.manage');
  const registerButton = <Button onClick={() => register.open(null)}>{t('visitors.register')}</Button>;
  const importButton = (
    <Button variant="secondary" onClick={importDialog.open}>
      {t('visitors.import')}
    </Button>
  );

  return (
    <Page
      title={t('visitors.title')}
      actions={
        may('visitor.manage') && (
          <>
            {importButton}
            {registerButton}
          </>
        )
      }
    >
      <RefusedActsNotice companyId={companyId} />
      <ListBar
        tabs={<VisitorTabs companyId={companyId} panel={panel} tab={list.tab} onTab={list.setTab} />}
        before={hasEvacuationList && <PrintCurrent companyId={companyId} />}
        search={<SearchField list={list} label={t('visitors.search')} minimum={searchMinimum.company} />}
      />
      <TabPanel id={panel} tab={list.tab}>
        <Loaded
          query={visitors}
          list={list}
          isLive={isLive}
          empty={{
            title: t(`visitors.none.${list.tab}`),
            help: t(`visitors.none.${list.tab}Help`),
            action: may('visitor.manage') && (list.tab === 'imported' ? importButton : registerButton),
          }}
        >
          {(rows, page) => (
            <>
              {maySelect && (
                <Suspense>
                  <SelectPage visitors={rows} selection={bulk.selection} />
                </Suspense>
              )}
              <VisitorTable
                visitors={rows}
                scope={list.tab}
                glow={glow.ids}
                steady={`${list.tab} ${list.search} ${list.from}`}
                onAct={act.open}
                onPrint={badges.print}
                {...(maySelect && { selection: bulk.selection })}
              />
              <Pager list={list} page={page} shown={rows.length} />
            </>
          )}
        </Loaded>
      </TabPanel>
      {maySelect && (
        <VisitorSelectionBar selection={bulk.selection} isBusy={bulk.isBusy} onCheckIn={() => void bulk.checkIn()} />
      )}
      <VisitorDialogs {...act.dialog} />
      <RegisterVisitorDialog companyId={companyId} {...register.dialog} onBadges={badges.show} />
      <ImportVisitorsDialog
        companyId={companyId}
        opened={importing}
        onClose={importDialog.close}
        onBadges={badges.show}
      />
      <NotCheckedInDialog {...bulk.conflicts} />
      <BadgePreviewDialog {...badges.dialog} />
    </Page>
  );
}

/** Prints the evacuation list. */
function PrintCurrent({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const print = usePrintCurrent(companyId);
  const [copies, setCopies] = useState(0);

  return (
    <>
      {print.error && (
        <Notice kind="problem">{t('visitors.printFailed', { problem: problemText(print.error) })}</Notice>
      )}
      <Button
        variant="secondary"
        icon={<Printer size={18} aria-hidden />}
        loading={print.isPending}
        once
        onClick={() => print.mutate(undefined, { onSuccess: () => setCopies((before) => before + 1) })}
      >
        {t('visitors.print')}
      </Button>
      {print.data && <PrintFrame key={copies} html={print.data} title={t('visitors.print')} />}
    </>
  );
}

const RefusedActsDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RefusedActsDialog);

/** Says that kiosks recorded acts offline that the server refused later. */
function RefusedActsNotice({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const [opened, dialog] = useDisclosure();
  const { data } = useRefusedActs(companyId);
  const count = data?.page?.total ?? 0;
  return (
    <>
      {count > 0 && (
        <Notice
          kind="information"
          action={
            <Button variant="secondary" size="small" onClick={dialog.open}>
              {t('visitors.refused.open')}
            </Button>
          }
        >
          {t('visitors.refused.notice', { count })}
        </Notice>
      )}
      <RefusedActsDialog companyId={companyId} opened={opened} onClose={dialog.close} />
    </>
  );
}

interface VisitorTabsProps {
  companyId: number;
  /** The id of the panel below the tabs. */
  panel: string;
  tab: VisitorScope;
  onTab: (tab: VisitorScope) => void;
}

function VisitorTabs({ companyId, panel, tab, onTab }: VisitorTabsProps) {
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
