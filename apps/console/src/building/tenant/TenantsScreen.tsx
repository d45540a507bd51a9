import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { fold } from '@vestibule/web/fold.ts';
import { useLive } from '@vestibule/web/live.ts';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { useRequestedAction } from '../../ui/requested-action.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { usePages } from '../../ui/list/use-pages.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { useIsLive } from '../../ui/use-is-live.ts';
import { type EmployeeAct, EmployeeDialogs } from './EmployeeDialogs.tsx';
import { EmployeesOfTenant } from './EmployeesOfTenant.tsx';
import type { TenantAct } from './tenant-actions.tsx';
import { tenantColumns } from './tenant-columns.tsx';
import classes from './tenant.module.css';
import { TenantDialogs } from './TenantDialogs.tsx';
import { useTenants } from './use-tenants.ts';

const AddTenantDialog = lazyDialog(async () => (await import('./dialogs.tsx')).AddTenantDialog);

export function TenantsScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const may = useMay();
  const list = useListState();
  const tenants = useTenants(companyId, list.query);
  const isLive = useIsLive();
  const [adding, addDialog] = useDisclosure();
  const mayAdd = may('tenant.create');
  const act = useTarget<TenantAct>();
  const employeeAct = useTarget<EmployeeAct>();

  useLive({ companyId });

  const columns = tenantColumns(t, may, act.open);

  return (
    <Page title={t('tenants.title')} actions={mayAdd && <AddTenantButton onClick={addDialog.open} />}>
      <SearchField list={list} label={t('tenants.search')} minimum={searchMinimum.company} />
      <Loaded
        query={tenants}
        list={list}
        isLive={isLive}
        empty={{
          title: t('tenants.none'),
          help: t('tenants.noneHelp'),
          action: mayAdd && <Button onClick={addDialog.open}>{t('tenants.adding.open')}</Button>,
        }}
      >
        {(rows, page) => (
          <>
            <DataTable
              label={t('tenants.title')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              expanded={{
                label: ({ name }) => t('employees.label', { tenant: name }),
                content: (tenant) => (
                  <EmployeesInRow
                    key={list.search}
                    tenant={tenant}
                    search={list.search}
                    onSearch={list.setSearch}
                    onAct={employeeAct.open}
                  />
                ),
              }}
              steady={`${list.search} ${list.from}`}
            />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <TenantDialogs {...act.dialog} />
      <EmployeeDialogs {...employeeAct.dialog} />
      <AddTenantDialog companyId={companyId} opened={adding} onClose={addDialog.close} />
    </Page>
  );
}

function AddTenantButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  useShortcut('n', t('tenants.adding.open'), onClick);
  useRequestedAction('addTenant', onClick);
  return <Button onClick={onClick}>{t('tenants.adding.open')}</Button>;
}

interface EmployeesInRowProps {
  tenant: Tenant;
  /** Shows matching employees, or all if the name of the tenant matches. */
  search: string;
  onSearch: (search: string) => void;
  onAct: (act: EmployeeAct) => void;
}

function EmployeesInRow({ tenant, search, onSearch, onAct }: EmployeesInRowProps) {
  const { t } = useTranslation();
  const pages = usePages();
  const isFoundByName = fold(tenant.name).includes(fold(search));
  const words = isFoundByName ? '' : search;
  const query = { ...pages.query, ...(words && { search: words }) };

  return (
    <>
      {words && <p className={classes.matching}>{t('employees.matching', { search: words })}</p>}
      <EmployeesOfTenant tenant={tenant} list={{ ...pages, query, search: words, setSearch: onSearch }} onAct={onAct} />
    </>
  );
}
