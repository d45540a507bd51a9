import { Button } from '../ui/Button.tsx';
import { useDisclosure } from '@mantine/hooks';
import type { Tenant } from '@vestibule/contract/tenant.ts';
import { fold } from '@vestibule/web/fold.ts';
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
import { usePages } from '../ui/use-pages.ts';

const AddEmployeeDialog = lazyDialog(async () => (await import('./AddEmployeeDialog.tsx')).AddEmployeeDialog);
const ImportEmployeesDialog = lazyDialog(
  async () => (await import('./ImportEmployeesDialog.tsx')).ImportEmployeesDialog,
);

interface EmployeesOfTenantProps {
  tenant: Tenant;
  /** What found the tenant: the employees that match it are shown, or all where the tenant's own name does. */
  search: string;
}

export function EmployeesOfTenant({ tenant, search }: EmployeesOfTenantProps) {
  const { t } = useTranslation();
  const may = useMay();
  const pages = usePages();
  const act = useTarget<EmployeeAct>();
  const [adding, addDialog] = useDisclosure();
  const [importing, importDialog] = useDisclosure();
  const isFoundByName = fold(tenant.name).includes(fold(search));
  const words = isFoundByName ? '' : search;
  const employees = useEmployees(tenant.id, { ...pages.query, ...(words && { search: words }) });

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
      {words && <p className={classes.matching}>{t('employees.matching', { search: words })}</p>}
      <Loaded
        query={employees}
        empty={{ title: t('employees.none'), help: t('employees.noneHelp'), action: addButtons }}
      >
        {(rows, page) => (
          <>
            <EmployeeTable tenant={tenant} employees={rows} steady={`${words} ${pages.from}`} onAct={act.open} />
            <div className={classes.foot}>
              {addButtons}
              <Pager list={pages} page={page} shown={rows.length} />
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
