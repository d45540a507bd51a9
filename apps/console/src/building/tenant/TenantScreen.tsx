import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { type EmployeeAct, EmployeeDialogs } from './EmployeeDialogs.tsx';
import { EmployeesOfTenant } from './EmployeesOfTenant.tsx';
import type { TenantAct } from './tenant-actions.tsx';
import { TenantDialogs } from './TenantDialogs.tsx';
import { TenantFacts } from './TenantFacts.tsx';
import { TenantMenu } from './TenantMenu.tsx';
import { useTenant } from './use-tenant.ts';

export function TenantScreen({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation();
  const tenant = useTenant(tenantId);
  const list = useListState();
  const act = useTarget<TenantAct>();
  const employeeAct = useTarget<EmployeeAct>();
  const { data } = tenant;

  return (
    <Page title={t('tenants.one')} actions={data && <TenantMenu tenant={data} onAct={act.open} />}>
      <Loaded
        query={{ ...tenant, data: data && { rows: [data], page: null } }}
        empty={{ title: t('tenants.none') }}
        failed={t('tenants.oneFailed')}
      >
        {([shown]) =>
          shown && (
            <>
              <TenantFacts tenant={shown} onAct={act.open} />
              <SearchField list={list} label={t('employees.search')} minimum={searchMinimum.company} />
              <EmployeesOfTenant tenant={shown} list={list} onAct={employeeAct.open} />
            </>
          )
        }
      </Loaded>
      <TenantDialogs {...act.dialog} />
      <EmployeeDialogs {...employeeAct.dialog} />
    </Page>
  );
}
