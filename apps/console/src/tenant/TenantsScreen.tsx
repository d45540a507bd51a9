import { Button, ButtonLink } from '../ui/Button.tsx';
import { useDisclosure } from '@mantine/hooks';
import type { Tenant } from '@vestibule/contract/tenant.ts';
import { searchMinimum } from '@vestibule/contract/values.ts';
import { useLive } from '@vestibule/web/live.ts';
import { useMay } from '@vestibule/web/session.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/DataTable.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import type { Column } from '../ui/rows.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { useIsLive } from '../ui/use-is-live.ts';
import { useListState } from '../ui/use-list-state.ts';
import { AddTenantButton } from './AddTenantButton.tsx';
import { EmployeesOfTenant } from './EmployeesOfTenant.tsx';
import { employeeCountKey } from './employee-count.ts';
import { TenantName } from './TenantName.tsx';
import classes from './TenantsScreen.module.css';
import { useTenants } from './use-tenants.ts';

const AddTenantDialog = lazyDialog(async () => (await import('./AddTenantDialog.tsx')).AddTenantDialog);

/** The tenants of a company, each of which opens to its employees. */
export function TenantsScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const may = useMay();
  const list = useListState();
  const tenants = useTenants(companyId, list.query);
  const isLive = useIsLive();
  const [adding, addDialog] = useDisclosure();
  const mayAdd = may('tenant.create');

  useLive({ companyId });

  const columns = [...tenantColumns(t), ...(may('user.manage') ? [usersColumn(t)] : [])];

  return (
    <Page title={t('tenants.title')} actions={mayAdd && <AddTenantButton onClick={addDialog.open} />}>
      <div className={classes.search}>
        <SearchField
          value={list.search}
          onSearch={list.setSearch}
          label={t('tenants.search')}
          minimum={searchMinimum.company}
        />
      </div>
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
                content: (tenant) => <EmployeesOfTenant key={list.search} tenant={tenant} search={list.search} />,
              }}
              steady={`${list.search} ${list.from}`}
            />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <AddTenantDialog companyId={companyId} opened={adding} onClose={addDialog.close} />
    </Page>
  );
}

function tenantColumns(t: TFunction): Column<Tenant>[] {
  return [
    { key: 'name', title: t('tenants.column.name'), cell: (tenant) => <TenantName tenant={tenant} /> },
    {
      key: 'employees',
      title: t('tenants.column.employees'),
      cell: ({ employeeCount }) => t(employeeCountKey(employeeCount), { number: employeeCount }),
      width: '30%',
    },
  ];
}

/** The way to those who sign in for a tenant, for who may manage them. */
function usersColumn(t: TFunction): Column<Tenant> {
  return {
    key: 'users',
    title: t('users.title'),
    width: '1%',
    align: 'end',
    cell: ({ id, name }) => (
      <ButtonLink
        to={`/tenants/${id}/users`}
        variant="secondary"
        size="small"
        aria-label={t('tenants.usersOf', { name })}
      >
        {t('users.title')}
      </ButtonLink>
    ),
  };
}
