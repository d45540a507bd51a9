import { type Kiosk, kioskStatuses } from '@vestibule/contract/kiosks/kiosk.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { RefreshCw } from '@vestibule/ui/icons.tsx';
import { useLive } from '@vestibule/web/live.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { ListBar } from '../../ui/list/ListBar.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { TabPanel } from '@vestibule/ui/Tabs.tsx';
import { useIsLive } from '../../ui/use-is-live.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { type KioskAct, KioskDialogs } from './KioskDialogs.tsx';
import { KioskTable } from './KioskTable.tsx';
import { KioskTabs } from './KioskTabs.tsx';
import { UpdateAll } from './UpdateAll.tsx';
import { PendingDevicesNotice } from './PendingDevicesNotice.tsx';
import { useKioskCodes, useKiosks, useReloadKiosks } from './use-kiosks.ts';

const EnrolDialog = lazyDialog(async () => (await import('./dialogs.ts')).EnrolDialog);

/** The kiosks of a company: those that are connected, and those that are not. */
export function KiosksScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const list = useListState(kioskStatuses);
  const panel = useId();
  const status = list.tab === 'offline' ? 'offline' : 'online';
  const kiosks = useKiosks(companyId, { ...list.query, status });
  const { data: codes } = useKioskCodes(companyId);
  const refresh = useReloadKiosks();
  const [enrolling, enrolDialog] = useDisclosure();
  const act = useTarget<KioskAct>();
  const isLive = useIsLive();
  useLive({ companyId });
  useShortcut('n', t('kiosks.enrolling.title'), enrolDialog.open);

  const enrolButton = <Button onClick={enrolDialog.open}>{t('kiosks.enrolling.open')}</Button>;
  const showNew = (kiosk: Kiosk) => kiosk.status !== list.tab && list.setTab(kiosk.status);

  return (
    <Page
      title={t('kiosks.title')}
      actions={
        <>
          <UpdateAll companyId={companyId} />
          {enrolButton}
        </>
      }
    >
      <ListBar
        tabs={<KioskTabs companyId={companyId} panel={panel} tab={status} onTab={list.setTab} />}
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
      {status === 'online' && <PendingDevicesNotice codes={codes} onShow={() => list.setTab('offline')} />}
      <TabPanel id={panel} tab={status}>
        <Loaded
          query={kiosks}
          list={list}
          isLive={isLive}
          empty={{ title: t(`kiosks.none.${status}`), help: t(`kiosks.none.${status}Help`), action: enrolButton }}
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
      <EnrolDialog companyId={companyId} opened={enrolling} onClose={enrolDialog.close} onEnrolled={showNew} />
    </Page>
  );
}
