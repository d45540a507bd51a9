import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure, useMediaQuery } from '@vestibule/ui/hooks.ts';
import { useLive } from '@vestibule/web/live.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useBuildingZone } from '../../accounts/company/use-building-zone.ts';
import { useTenant } from '../../building/tenant/use-tenant.ts';
import { useRequestedAction } from '../../ui/requested-action.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { TimesProvider, useTimesIn } from '../../ui/time.ts';
import { useIsLive } from '../../ui/use-is-live.ts';
import { BadgePreviewDialog, NotCheckedInDialog } from './dialogs.tsx';
import { ExpectedGuests } from './ExpectedGuests.tsx';
import { ImportVisitorsDialog } from './ImportVisitorsDialog.tsx';
import { RegisterVisitorDialog } from './RegisterVisitorDialog.tsx';
import { SelectPage } from './SelectPage.tsx';
import { useBadges } from './use-badges.ts';
import { useBulkCheckIn } from './use-bulk-check-in.ts';
import { useCheckOuts } from './use-check-outs.ts';
import { useGlow } from './use-glow.ts';
import { type RegisterTarget, useGuestCheckIn } from './use-guest-check-in.ts';
import { usePanel, withPanel } from './use-panel.ts';
import { useScans } from './use-scans.ts';
import { useVisitorActions } from './use-visitor-actions.ts';
import { useTenantVisitors, useVisitorStates } from './use-visitors.ts';
import { type VisitorAct, VisitorDialogs } from './VisitorDialogs.tsx';
import classes from './visitor.module.css';
import { VisitorPanel } from './VisitorPanel.tsx';
import { VisitorSelectionBar } from './VisitorSelectionBar.tsx';
import { VisitorTable } from './VisitorTable.tsx';

const noRows: readonly never[] = [];

export function TenantVisitorsScreen({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation();
  const tenant = useTenant(tenantId);
  const { data } = tenant;

  if (data) return <VisitorsOf tenant={data} />;
  return (
    <Page title={t('visitors.title')}>
      <Loaded query={{ ...tenant, data: undefined }} empty={{ title: t('visitors.none.ofTenant') }}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function VisitorsOf({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const { id: tenantId, companyId, timeZone } = tenant;
  const { otherZone } = useBuildingZone(companyId);
  const list = useListState();
  const visitors = useTenantVisitors(tenantId, list.query);
  const register = useTarget<RegisterTarget | null>();
  const [importing, importDialog] = useDisclosure();
  const act = useTarget<VisitorAct>();
  const badges = useBadges();
  const bulk = useBulkCheckIn({ onBadges: badges.show });
  const glow = useGlow();
  const isLive = useIsLive();
  const content = `${list.search} ${list.from}`;
  const checkOuts = useCheckOuts(visitors.data?.rows ?? noRows, { content, pageSize: list.pageSize });
  const rows = insideFirst(checkOuts.rows);
  const panel = usePanel(rows, { companyId, tenantId });
  const { states } = useVisitorStates(companyId, withPanel(rows, panel.visitor));
  const isWide = useMediaQuery('(min-width: 80em)');
  useLive({ tenantId }, (message) => {
    glow.onMessage(message);
    bulk.onMessage(message);
    panel.onMessage(message);
  });
  useShortcut('n', t('visitors.register'), () => register.open(null));
  useRequestedAction('register', () => register.open(null));
  useScans(companyId, (phone) => register.open({ phone }), checkOuts.keepScanned);

  const guests = useGuestCheckIn({ onForm: register.open, onBadges: badges.show, onConflicts: bulk.showConflicts });
  const actions = useVisitorActions({
    companyId,
    checkOuts,
    states,
    onAct: act.open,
    onCheckIn: (visitor) => {
      if (visitor.expected?.invitationId) void guests.checkIn(visitor);
      else register.open({ phone: visitor.phone });
    },
    onDismiss: (visitor) => void guests.dismiss(visitor),
    onMessages: panel.open,
    onPrint: badges.print,
    onSendAgain: (visitor, ids) => void guests.sendAgain({ visitor, ids }),
  });
  const importButton = (
    <Button variant="secondary" onClick={importDialog.open}>
      {t('visitors.import')}
    </Button>
  );

  return (
    <TimesProvider value={useTimesIn(timeZone)}>
      <Page
        title={t('visitors.title')}
        actions={
          <>
            {importButton}
            <Button onClick={() => register.open(null)}>{t('visitors.register')}</Button>
          </>
        }
      >
        <div className={classes.wide}>
          <SearchField list={list} label={t('visitors.search')} minimum={searchMinimum.company} />
        </div>
        {otherZone !== null && (
          <p className={classes.zone}>{t('visitors.zone', { zone: timeZone.replaceAll('_', ' ') })}</p>
        )}
        <Loaded
          query={{ ...visitors, data: visitors.data && { ...visitors.data, rows } }}
          list={list}
          isLive={isLive}
          empty={{ title: t('visitors.none.ofTenant'), help: t('visitors.none.ofTenantHelp'), action: importButton }}
        >
          {(shown, page) => (
            <Suspense>
              <SelectPage visitors={shown} selection={bulk.selection} />
              <VisitorTable
                visitors={shown}
                scope="ofTenant"
                selection={bulk.selection}
                states={states}
                checkOuts={checkOuts}
                actions={actions}
                opening={panel.opening}
                glow={glow.ids}
                isBesidePanel={panel.opened && isWide}
                isGrouped
                steady={content}
              />
              <Pager list={list} page={page} shown={visitors.data?.rows.length ?? 0} />
            </Suspense>
          )}
        </Loaded>
        <ExpectedGuests
          companyId={companyId}
          tenantId={tenantId}
          search={list.search}
          onCheckIn={guests.checkInExpected}
          onDismiss={(guest) => void guests.dismiss(guest)}
          onSendAgain={(guest) => void guests.sendAgain(guest)}
        />
        <VisitorSelectionBar selection={bulk.selection} isBusy={bulk.isBusy} onCheckIn={() => void bulk.checkIn()} />
        <VisitorPanel
          {...panel}
          state={states.get(panel.visitor?.id ?? 0)}
          visitId={panel.visitor && checkOuts.visitIdOf(panel.visitor)}
          isGone={panel.visitor !== null && checkOuts.isGone(panel.visitor)}
          actions={(panel.visitor && actions?.(panel.visitor)) ?? noRows}
        />
        <VisitorDialogs {...act.dialog} onCheckOut={checkOuts.checkOut} />
        <RegisterVisitorDialog companyId={companyId} tenantId={tenantId} {...register.dialog} onBadges={badges.show} />
        <ImportVisitorsDialog
          companyId={companyId}
          tenant={tenant}
          opened={importing}
          onClose={importDialog.close}
          onBadges={badges.show}
        />
        <NotCheckedInDialog {...bulk.conflicts} />
        <BadgePreviewDialog {...badges.dialog} />
      </Page>
    </TimesProvider>
  );
}

function insideFirst(visitors: readonly Visitor[]): readonly Visitor[] {
  const isInside = ({ currentVisitRecordId }: Visitor) => currentVisitRecordId !== null;
  return [...visitors.filter(isInside), ...visitors.filter((visitor) => !isInside(visitor))];
}
