import { type Kiosk, type KioskCodeState, type KioskStatus, kioskStatuses } from '@vestibule/contract/kiosks/kiosk.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { RefreshCw } from '@vestibule/ui/icons.tsx';
import { TabPanel, Tabs } from '@vestibule/ui/Tabs.tsx';
import { useLive } from '@vestibule/web/live.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ListBar } from '../../ui/list/ListBar.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { type ListState, useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { TabCount } from '../../ui/TabCount.tsx';
import { useIsLive } from '../../ui/use-is-live.ts';
import { type KioskAct, KioskDialogs } from './KioskDialogs.tsx';
import { KioskTable } from './KioskTable.tsx';
import { useKioskCodes, useKioskCount, useKiosks, useReloadKiosks } from './use-kiosks.ts';

const EnrollDialog = lazyDialog(async () => (await import('./dialogs.tsx')).EnrollDialog);

export function KiosksScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const list = useListState(kioskStatuses);
  const panel = useId();
  const { status, setTab, isKnown } = useStatusTab(companyId, list);
  const kiosks = useKiosks(companyId, { ...list.query, status });
  const { data: codes } = useKioskCodes(companyId);
  const refresh = useReloadKiosks();
  const [enrolling, enrollDialog] = useDisclosure();
  const act = useTarget<KioskAct>();
  const isLive = useIsLive();
  useLive({ companyId });
  useShortcut('n', t('kiosks.enrolling.title'), enrollDialog.open);

  const enrollButton = <Button onClick={enrollDialog.open}>{t('kiosks.enrolling.open')}</Button>;
  const showNew = (kiosk: Kiosk) => kiosk.status !== status && setTab(kiosk.status);

  return (
    <Page
      title={t('kiosks.title')}
      actions={
        <>
          <UpdateAll companyId={companyId} />
          {enrollButton}
        </>
      }
    >
      <ListBar
        tabs={<KioskTabs companyId={companyId} panel={panel} tab={status} onTab={setTab} />}
        search={<SearchField list={list} label={t('kiosks.search')} minimum={searchMinimum.company} />}
        behind={
          <IconButton
            icon={RefreshCw}
            label={t('kiosks.refresh')}
            onClick={() => refresh.mutate()}
            loading={refresh.isPending}
          />
        }
      />
      {status === 'online' && <PendingDevicesNotice codes={codes} onShow={() => setTab('offline')} />}
      <TabPanel id={panel} tab={status}>
        <Loaded
          query={isKnown ? kiosks : { ...kiosks, data: undefined }}
          list={list}
          isLive={isLive}
          empty={{ title: t(`kiosks.none.${status}`), help: t(`kiosks.none.${status}Help`), action: enrollButton }}
        >
          {(rows, page) => (
            <>
              <KioskTable
                kiosks={rows}
                codes={codes}
                status={status}
                steady={`${status} ${list.search} ${list.from}`}
                onAct={act.open}
              />
              <Pager list={list} page={page} shown={rows.length} />
            </>
          )}
        </Loaded>
      </TabPanel>
      <KioskDialogs {...act.dialog} />
      <EnrollDialog companyId={companyId} opened={enrolling} onClose={enrollDialog.close} onEnrolled={showNew} />
    </Page>
  );
}

/** Without a tab in the address, opens offline if no matching kiosk is online. */
function useStatusTab(companyId: number, list: Pick<ListState<KioskStatus | 'all'>, 'tab' | 'setTab' | 'search'>) {
  const [search] = useState(list.search);
  const online = useKioskCount(companyId, 'online', search);
  const offline = useKioskCount(companyId, 'offline', search);
  const isKnown = !online.isPending && !offline.isPending;
  const [opening, setOpening] = useState<KioskStatus | null>(null);
  if (opening === null && isKnown) {
    setOpening(online.data?.total === 0 && (offline.data?.total ?? 0) > 0 ? 'offline' : 'online');
  }
  const status: KioskStatus = list.tab === 'offline' ? 'offline' : (opening ?? 'online');
  const setTab = (tab: KioskStatus) => {
    setOpening('online');
    list.setTab(tab);
  };
  return { status, setTab, isKnown: list.tab === 'offline' || opening !== null };
}

interface KioskTabsProps {
  companyId: number;
  panel: string;
  tab: KioskStatus;
  onTab: (tab: KioskStatus) => void;
}

function KioskTabs({ companyId, panel, tab, onTab }: KioskTabsProps) {
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

interface PendingDevicesNoticeProps {
  codes: ReadonlyMap<number, KioskCodeState> | undefined;
  onShow: () => void;
}

/** Shown on the tab that does not list them. */
function PendingDevicesNotice({ codes, onShow }: PendingDevicesNoticeProps) {
  const { t } = useTranslation();
  const count = [...(codes?.values() ?? [])].filter(({ hasPendingDevice }) => hasPendingDevice).length;
  if (count === 0) return null;
  return (
    <Notice
      kind="information"
      action={
        <Button variant="secondary" size="small" onClick={onShow}>
          {t('kiosks.device.show')}
        </Button>
      }
    >
      {t('kiosks.device.notice', { count })}
    </Notice>
  );
}

const UpdateAllDialog = lazyDialog(async () => (await import('./dialogs.tsx')).UpdateAllDialog);

/** Hidden while no kiosk is online. */
function UpdateAll({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const [asking, dialog] = useDisclosure();
  const { data: page } = useKioskCount(companyId, 'online');
  return (
    <>
      {page && page.total > 0 && (
        <Button variant="secondary" onClick={dialog.open}>
          {t('kiosks.updatingAll.open')}
        </Button>
      )}
      <UpdateAllDialog companyId={companyId} opened={asking} onClose={dialog.close} />
    </>
  );
}
