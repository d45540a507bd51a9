import type { Employee } from '@vestibule/contract/employee.ts';
import type { Tenant } from '@vestibule/contract/tenant.ts';
import { useMay } from '@vestibule/web/session.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/DataTable.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import type { Column, RowAction } from '../ui/rows.ts';
import classes from './EmployeeTable.module.css';
import { useTarget } from '../ui/use-target.ts';

const EditEmployeeDialog = lazyDialog(async () => (await import('./EditEmployeeDialog.tsx')).EditEmployeeDialog);
const DeleteEmployeeDialog = lazyDialog(async () => (await import('./DeleteEmployeeDialog.tsx')).DeleteEmployeeDialog);

interface EmployeeTableProps {
  tenant: Tenant;
  employees: readonly Employee[];
  steady: string;
}

/** A page of employees. Those that a directory brought are changed there, and not here. */
export function EmployeeTable({ tenant, employees, steady }: EmployeeTableProps) {
  const { t } = useTranslation();
  const may = useMay();
  const editing = useTarget<Employee>();
  const deleting = useTarget<Employee>();

  const columns: Column<Employee>[] = [
    {
      key: 'name',
      title: t('employees.column.name'),
      cell: ({ name, idFromService }) => (
        <span className={classes.name}>
          {name}
          {idFromService !== null && <span className={classes.origin}>{t('employees.fromDirectory')}</span>}
        </span>
      ),
    },
    { key: 'phone', title: t('employees.column.phone'), cell: ({ phone }) => phone },
    { key: 'email', title: t('employees.column.email'), cell: ({ email }) => email },
  ];

  const actions = (employee: Employee): RowAction[] => {
    const { name } = employee;
    const isSynchronised = employee.idFromService !== null;
    const label = (action: 'edit' | 'delete') =>
      t(isSynchronised ? `employees.action.${action}Synchronised` : `employees.action.${action}`, { name });
    return [
      {
        key: 'edit',
        icon: Pencil,
        label: label('edit'),
        onClick: () => editing.open(employee),
        disabled: isSynchronised,
      },
      {
        key: 'delete',
        icon: Trash2,
        label: label('delete'),
        onClick: () => deleting.open(employee),
        disabled: isSynchronised,
        danger: true,
      },
    ];
  };

  return (
    <>
      <DataTable
        label={t('employees.label', { tenant: tenant.name })}
        columns={columns}
        rows={employees}
        rowKey={({ id }) => id}
        rowActions={may('employee.manage') ? actions : undefined}
        steady={steady}
      />
      <EditEmployeeDialog {...editing.dialog} />
      <DeleteEmployeeDialog tenant={tenant} {...deleting.dialog} />
    </>
  );
}
