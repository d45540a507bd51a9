import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure, useMediaQuery } from '@vestibule/ui/hooks.ts';
import { ListFilter, Printer, Upload } from '@vestibule/ui/icons.tsx';
import { TabPanel } from '@vestibule/ui/Tabs.tsx';
import { useLive } from '@vestibule/web/live.ts';
import { useMay } from '@vestibule/web/session.ts';
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useBuildingZone } from '../../accounts/company/use-building-zone.ts';
import { useRequestedAction } from '../../ui/requested-action.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ListBar } from '../../ui/list/ListBar.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { lazyPart, loadLater } from '../../ui/load-later.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { TimesProvider, useTimesIn } from '../../ui/time.ts';
import { useIsLive } from '../../ui/use-is-live.ts';
import { TenantFilter } from './TenantFilter.tsx';
import { useBadges } from './use-badges.ts';
import { useBulkCheckIn } from './use-bulk-check-in.ts';
import { useCheckOuts } from './use-check-outs.ts';
import { useGlow } from './use-glow.ts';
import { type RegisterTarget, useGuestCheckIn } from './use-guest-check-in.ts';
import { usePanel, withPanel } from './use-panel.ts';
import { useVisitorActions } from './use-visitor-actions.ts';
import { useVisitorList } from './use-visitor-list.ts';
import { useVisitorCount, useVisitors, useVisitorStates } from './use-visitors.ts';
import classes from './visitor.module.css';
import { type VisitorAct, VisitorDialogs } from './VisitorDialogs.tsx';
import { VisitorTable } from './VisitorTable.tsx';
import { Checklist, RefusedActsNotice, Scans, TodayNumbers } from './VisitorsHead.tsx';
import { AskedPrint, usePrint, VisitorTabs } from './VisitorTabs.tsx';

const RegisterVisitorDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RegisterVisitorDialog);
const BadgePreviewDialog = lazyDialog(async () => (await import('./dialogs.tsx')).BadgePreviewDialog);
const NotCheckedInDialog = lazyDialog(async () => (await import('./dialogs.tsx')).NotCheckedInDialog);
const VisitorPanel = lazyDialog(async () => (await import('./dialogs.tsx')).VisitorPanel);
const SelectPage = lazyPart(async () => (await import('./SelectPage.tsx')).SelectPage);
const VisitorSelectionBar = lazyPart(async () => (await import('./VisitorSelectionBar.tsx')).VisitorSelectionBar);
const ExpectedNext = lazyPart(async () => (await import('./ExpectedNext.tsx')).ExpectedNext);
const ExpectedGuests = lazyPart(() => loadLater(async () => (await import('./ExpectedGuests.tsx')).ExpectedGuests));
const ImportVisitorsDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ImportVisitorsDialog);

const noRows: readonly never[] = [];

export function VisitorsScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const may = useMay();
  const list = useVisitorList();
  const panelId = useId();
  const visitors = useVisitors(companyId, list.query);
  const { zone, otherZone } = useBuildingZone(companyId);
  const times = useTimesIn(zone);
  const register = useTarget<RegisterTarget | null>();
  const [importing, importDialog] = useDisclosure();
  const [filtering, filter] = useDisclosure();
  const act = useTarget<VisitorAct>();
  const glow = useGlow();
  const isLive = useIsLive();
  const badges = useBadges();
  const bulk = useBulkCheckIn({ onDone: () => list.setTab('current'), onBadges: badges.show });
  const print = usePrint(companyId);
  const checkOuts = useCheckOuts(visitors.data?.rows ?? noRows, list);
  const panel = usePanel(checkOuts.rows, { companyId });
  const { states, isLoading } = useVisitorStates(companyId, withPanel(checkOuts.rows, panel.visitor));
  const isPhone = useMediaQuery('(max-width: 47.9375em)');
  const isStacked = useMediaQuery('(min-width: 48em) and (max-width: 77.5em)');
  const isHigh = useMediaQuery('(min-height: 53.8125em) and (min-width: 48em)');
  const isWide = useMediaQuery('(min-width: 80em)');
  useLive({ companyId }, (message) => {
    glow.onMessage(message);
    bulk.onMessage(message);
    panel.onMessage(message);
  });
  useShortcut('n', t('visitors.register'), () => register.open(null));
  useRequestedAction('register', () => register.open(null));

  // Counts all visitors inside, even those that the search hides.
  const inside = Math.max(useVisitorCount(companyId, 'current').data?.total ?? 0, visitors.data?.rows.length ?? 0);
  // Stacked rows have the state of the host below its phone. They are shown with it, so that they do not change their height.
  const shown = zone === undefined || (isStacked && isLoading) ? undefined : visitors.data;
  const hasEvacuationList = list.tab === 'current' && may('visitor.printCurrent') && inside > 0;
  const mayManage = may('visitor.manage');
  const maySelect = list.tab === 'imported' && mayManage;
  const guests = useGuestCheckIn({ onForm: register.open, onBadges: badges.show, onConflicts: bulk.showConflicts });
  const checkIn = (visitor: Visitor) => {
    if (visitor.expected?.invitationId) void guests.checkIn(visitor);
    else register.open({ phone: visitor.phone });
  };
  const actions = useVisitorActions({
    companyId,
    checkOuts,
    states,
    isAboutNeeds: list.only === 'needsAttention',
    onAct: act.open,
    onCheckIn: checkIn,
    onDismiss: (visitor) => void guests.dismiss(visitor),
    onMessages: panel.open,
    onPrint: badges.print,
    onSendAgain: (visitor, ids) => void guests.sendAgain({ visitor, ids }),
  });
  const registerButton = <Button onClick={() => register.open(null)}>{t('visitors.register')}</Button>;
  const importButton = (
    <Button variant="secondary" onClick={importDialog.open}>
      {t('visitors.import')}
    </Button>
  );
  const search = <SearchField list={list} label={t('visitors.search')} minimum={searchMinimum.company} />;

  const pageActions = [
    ...(hasEvacuationList ? [{ key: 'print', icon: Printer, label: t('visitors.print'), onClick: print.start }] : []),
    ...(mayManage ? [{ key: 'import', icon: Upload, label: t('visitors.import'), onClick: importDialog.open }] : []),
  ];

  const phoneActions = [
    ...pageActions,
    { key: 'filter', icon: ListFilter, label: t('visitors.tenantFilter.field'), onClick: filter.open },
  ];

  return (
    <TimesProvider value={times}>
      <Page
        title={t('visitors.title')}
        actions={
          isPhone ? (
            <div className={classes.phoneTools}>
              {search}
              <MenuButton label={t('visitors.actions')} entries={phoneActions} />
            </div>
          ) : (
            <>
              {pageActions.map(({ key, icon: Icon, label, onClick }) => (
                <Button
                  key={key}
                  variant="flat"
                  className={classes.quiet ?? ''}
                  icon={<Icon size={18} aria-hidden />}
                  loading={key === 'print' && print.isPending}
                  {...(key === 'print' && { once: true })}
                  onClick={onClick}
                >
                  {label}
                </Button>
              ))}
              {mayManage && (
                <Button className={classes.key ?? ''} onClick={() => register.open(null)}>
                  {t('visitors.register')}
                </Button>
              )}
            </>
          )
        }
      >
        {may('company.configure') && <Checklist companyId={companyId} />}
        <div className={classes.numbers}>
          <TodayNumbers companyId={companyId} list={list} />
        </div>
        {otherZone !== null && (
          <p className={classes.zone}>{t('visitors.zone', { zone: zone?.replaceAll('_', ' ') })}</p>
        )}
        <RefusedActsNotice companyId={companyId} />
        <Scans companyId={companyId} onExpected={(phone) => register.open({ phone })} onLeft={checkOuts.keepScanned} />
        <ListBar
          tabs={<VisitorTabs companyId={companyId} panel={panelId} tab={list.tab} onTab={list.setTab} />}
          before={
            <TenantFilter
              companyId={companyId}
              tenantId={list.tenantId}
              onTenant={list.setTenant}
              isOpen={filtering}
              onOpen={filter.open}
              onClose={filter.close}
            />
          }
          search={!isPhone && search}
        />
        {print.problem && <Notice kind="problem">{print.problem}</Notice>}
        <TabPanel id={panelId} tab={list.tab}>
          <Loaded
            query={{ ...visitors, data: shown && { ...shown, rows: checkOuts.rows } }}
            list={list}
            isLive={isLive}
            empty={{
              title: t(`visitors.none.${list.subject}`),
              help: t(`visitors.none.${list.subject}Help`),
              action: list.isFiltered ? (
                <Button variant="secondary" onClick={() => (list.only ? list.show(list.tab) : list.setTenant(null))}>
                  {t('visitors.none.showAll')}
                </Button>
              ) : (
                mayManage && (list.tab === 'imported' ? importButton : registerButton)
              ),
            }}
          >
            {(rows, page) => (
              <Suspense>
                {maySelect && <SelectPage visitors={rows} selection={bulk.selection} />}
                <VisitorTable
                  visitors={rows}
                  scope={list.tab}
                  states={states}
                  checkOuts={checkOuts}
                  actions={actions}
                  opening={panel.opening}
                  glow={glow.ids}
                  isBesidePanel={panel.opened && isWide}
                  sorting={list.sorting}
                  isGrouped={list.tab === 'imported' && list.hasUsualOrder}
                  steady={list.content}
                  {...(maySelect && { selection: bulk.selection })}
                />
                <Pager list={list} page={page} shown={visitors.data?.rows.length ?? 0} />
              </Suspense>
            )}
          </Loaded>
          {mayManage && (list.tab === 'imported' || list.only === 'needsAttention') && (
            <Suspense>
              <ExpectedGuests
                companyId={companyId}
                tenantId={list.tenantId}
                search={list.search}
                isAboutNeeds={list.only === 'needsAttention'}
                onCheckIn={guests.checkInExpected}
                onDismiss={(guest) => void guests.dismiss(guest)}
                onSendAgain={(guest) => void guests.sendAgain(guest)}
              />
            </Suspense>
          )}
        </TabPanel>
        {maySelect && (
          <Suspense>
            <VisitorSelectionBar
              selection={bulk.selection}
              isBusy={bulk.isBusy}
              onCheckIn={() => void bulk.checkIn()}
            />
          </Suspense>
        )}
        {isHigh && list.tab === 'current' && shown && (
          <Suspense>
            <ExpectedNext
              companyId={companyId}
              onAll={() => list.show('imported', 'expectedToday')}
              onCheckIn={mayManage ? checkIn : undefined}
              onGuest={guests.checkInExpected}
            />
          </Suspense>
        )}
        {isPhone && mayManage && (
          <div className={classes.sticky}>
            <Button size="large" fullWidth onClick={() => register.open(null)}>
              {t('visitors.register')}
            </Button>
          </div>
        )}
        <VisitorPanel
          {...panel}
          state={states.get(panel.visitor?.id ?? 0)}
          visitId={panel.visitor && checkOuts.visitIdOf(panel.visitor)}
          isGone={panel.visitor !== null && checkOuts.isGone(panel.visitor)}
          actions={(panel.visitor && actions?.(panel.visitor)) ?? noRows}
        />
        <VisitorDialogs {...act.dialog} onCheckOut={checkOuts.checkOut} />
        <RegisterVisitorDialog companyId={companyId} {...register.dialog} onBadges={badges.show} />
        <ImportVisitorsDialog
          companyId={companyId}
          opened={importing}
          onClose={importDialog.close}
          onBadges={badges.show}
        />
        <NotCheckedInDialog {...bulk.conflicts} />
        <BadgePreviewDialog {...badges.dialog} />
        {hasEvacuationList && <AskedPrint onPrint={print.start} />}
        {print.frame}
      </Page>
    </TimesProvider>
  );
}
