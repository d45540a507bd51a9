import { Button } from '../ui/Button.tsx';
import { useDisclosure } from '@mantine/hooks';
import type { Tenant } from '@vestibule/contract/tenant.ts';
import { useMay } from '@vestibule/web/session.ts';
import { FileUp, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEmployees } from '../employee/use-employees.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Pager } from '../ui/Pager.tsx';
import { useTarget } from '../ui/use-target.ts';
import classes from './EmployeesOfTenant.module.css';
import { type EmployeeAct, EmployeeDialogs } from './EmployeeDialogs.tsx';
import { EmployeeTable } from './EmployeeTable.tsx';
import type { ListState } from '../ui/use-list-state.ts';

const AddEmployeeDialog = lazyDialog(async () => (await import('./AddEmployeeDialog.tsx')).AddEmployeeDialog);
const ImportEmployeesDialog = lazyDialog(
  async () => (await import('./ImportEmployeesDialog.tsx')).ImportEmployeesDialog,
);

interface EmployeesOfTenantProps {
  tenant: Tenant;
  /** Where in the list of employees somebody is. */
  list: Omit<ListState, 'tab' | 'setTab'>;
}

/** A page of the employees of a tenant, with the dialogs about them and the way to add one. */
export function EmployeesOfTenant({ tenant, list }: EmployeesOfTenantProps) {
  const { t } = useTranslation();
  const may = useMay();
  const act = useTarget<EmployeeAct>();
  const [adding, addDialog] = useDisclosure();
  const [importing, importDialog] = useDisclosure();
  const employees = useEmployees(tenant.id, list.query);

  const addButtons = may('employee.manage') && (
    <div className={classes.buttons}>
      <Button variant="flat" size="small" leftSection={<UserPlus size={16} aria-hidden />} onClick={addDialog.open}>
        {t('employees.adding.open')}
      </Button>
      <Button variant="flat" size="small" leftSection={<FileUp size={16} aria-hidden />} onClick={importDialog.open}>
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
            <EmployeeTable tenant={tenant} employees={rows} steady={`${list.search} ${list.from}`} onAct={act.open} />
            <div className={classes.foot}>
              {addButtons}
              <Pager list={list} page={page} shown={rows.length} />
            </div>
          </>
        )}
      </Loaded>
      <EmployeeDialogs tenant={tenant} {...act.dialog} />
      <AddEmployeeDialog tenant={tenant} opened={adding} onClose={addDialog.close} />
      <ImportEmployeesDialog tenant={tenant} opened={importing} onClose={importDialog.close} />
    </div>
  );
}
