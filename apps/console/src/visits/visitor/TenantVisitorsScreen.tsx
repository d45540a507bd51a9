import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { useLive } from '@vestibule/web/live.ts';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../building/tenant/use-tenant.ts';
import { useAskedAct } from '../../ui/asked-act.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { useIsLive } from '../../ui/use-is-live.ts';
import { BadgePreviewDialog, NotCheckedInDialog } from './dialogs.tsx';
import { ImportVisitorsDialog } from './ImportVisitorsDialog.tsx';
import { RegisterVisitorDialog } from './RegisterVisitorDialog.tsx';
import { SelectPage } from './SelectPage.tsx';
import { useBadges } from './use-badges.ts';
import { useBulkCheckIn } from './use-bulk-check-in.ts';
import { useGlow } from './use-glow.ts';
import { useScans } from './use-scans.ts';
import { useTenantVisitors } from './use-visitors.ts';
import { type VisitorAct, VisitorDialogs } from './VisitorDialogs.tsx';
import { VisitorSelectionBar } from './VisitorSelectionBar.tsx';
import { VisitorTable } from './VisitorTable.tsx';

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
  const { id: tenantId, companyId } = tenant;
  const list = useListState();
  const visitors = useTenantVisitors(tenantId, list.query);
  const register = useTarget<{ phone: string } | null>();
  const [importing, importDialog] = useDisclosure();
  const act = useTarget<VisitorAct>();
  const badges = useBadges();
  const bulk = useBulkCheckIn({ onBadges: badges.show });
  const glow = useGlow();
  const isLive = useIsLive();
  useLive({ tenantId }, (message) => {
    glow.hear(message);
    bulk.hear(message);
  });
  useShortcut('n', t('visitors.register'), () => register.open(null));
  useAskedAct('register', () => register.open(null));
  useScans(companyId, (phone) => register.open({ phone }));

  const importButton = (
    <Button variant="secondary" onClick={importDialog.open}>
      {t('visitors.import')}
    </Button>
  );

  return (
    <Page
      title={t('visitors.title')}
      actions={
        <>
          {importButton}
          <Button onClick={() => register.open(null)}>{t('visitors.register')}</Button>
        </>
      }
    >
      <SearchField list={list} label={t('visitors.search')} minimum={searchMinimum.company} />
      <Loaded
        query={visitors}
        list={list}
        isLive={isLive}
        empty={{ title: t('visitors.none.ofTenant'), help: t('visitors.none.ofTenantHelp'), action: importButton }}
      >
        {(rows, page) => (
          <>
            <SelectPage visitors={rows} selection={bulk.selection} />
            <VisitorTable
              visitors={rows}
              scope="ofTenant"
              selection={bulk.selection}
              glow={glow.ids}
              steady={`${list.search} ${list.from}`}
              onAct={act.open}
              onPrint={badges.print}
            />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <VisitorSelectionBar selection={bulk.selection} isBusy={bulk.isBusy} onCheckIn={() => void bulk.checkIn()} />
      <VisitorDialogs {...act.dialog} />
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
  );
}
