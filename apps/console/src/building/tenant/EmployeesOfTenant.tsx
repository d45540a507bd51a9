import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { FileUp, UserPlus } from '@vestibule/ui/icons.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../ui/list/Pager.tsx';
import type { ListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { useEmployees } from '../employee/use-employees.ts';
import type { EmployeeAct } from './EmployeeDialogs.tsx';
import { EmployeeTable } from './EmployeeTable.tsx';
import classes from './tenant.module.css';

interface EmployeesOfTenantProps {
  tenant: Tenant;
  list: Omit<ListState, 'tab' | 'setTab'>;
  onAct: (act: EmployeeAct) => void;
}

export function EmployeesOfTenant({ tenant, list, onAct }: EmployeesOfTenantProps) {
  const { t } = useTranslation();
  const may = useMay();
  const employees = useEmployees(tenant.id, list.query);

  const addButtons = may('employee.manage') && (
    <div className={classes.buttons}>
      <Button
        variant="flat"
        size="small"
        icon={<UserPlus size={16} aria-hidden />}
        onClick={() => onAct({ kind: 'add', tenant })}
      >
        {t('employees.adding.open')}
      </Button>
      <Button
        variant="flat"
        size="small"
        icon={<FileUp size={16} aria-hidden />}
        onClick={() => onAct({ kind: 'import', tenant })}
      >
        {t('imports.open')}
      </Button>
    </div>
  );

  return (
    <div className={classes.employees}>
      <Loaded
        query={employees}
        list={list}
        empty={{ title: t('employees.none'), help: t('employees.noneHelp'), action: addButtons }}
      >
        {(rows, page) => (
          <>
            <EmployeeTable tenant={tenant} employees={rows} steady={`${list.search} ${list.from}`} onAct={onAct} />
            <div className={classes.foot}>
              {addButtons}
              <Pager list={list} page={page} shown={rows.length} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}
