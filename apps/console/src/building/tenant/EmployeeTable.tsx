import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { ImageUp, Pencil, Trash2 } from '@vestibule/ui/icons.tsx';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Email } from '../../ui/Email.tsx';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import type { EmployeeAct } from './EmployeeDialogs.tsx';
import classes from './EmployeeTable.module.css';

interface EmployeeTableProps {
  tenant: Tenant;
  employees: readonly Employee[];
  steady: string;
  onAct: (act: EmployeeAct) => void;
}

export function EmployeeTable({ tenant, employees, steady, onAct }: EmployeeTableProps) {
  const { t } = useTranslation();
  const may = useMay();

  const columns: Column<Employee>[] = [
    {
      key: 'name',
      title: t('employees.column.name'),
      cell: (employee) => (
        <span className={classes.name}>
          <Face employee={employee} />
          <span className={classes.words}>
            <strong>{employee.name}</strong>
            {employee.idFromService !== null && <span className={classes.origin}>{t('employees.fromDirectory')}</span>}
          </span>
        </span>
      ),
    },
    { key: 'phone', title: t('employees.column.phone'), cell: ({ phone }) => phone && <PhoneNumber phone={phone} /> },
    { key: 'email', title: t('employees.column.email'), cell: ({ email }) => email && <Email address={email} /> },
  ];

  const actions = (employee: Employee): RowAction[] => {
    const { name } = employee;
    const isSynchronized = employee.idFromService !== null;
    const label = (action: 'edit' | 'delete') =>
      t(isSynchronized ? `employees.action.${action}Synchronized` : `employees.action.${action}`, { name });
    return [
      {
        key: 'edit',
        icon: Pencil,
        label: label('edit'),
        onClick: () => onAct({ kind: 'edit', tenant, employee }),
        disabled: isSynchronized,
      },
      {
        key: 'photo',
        icon: ImageUp,
        label: t('employees.action.photo', { name }),
        onClick: () => onAct({ kind: 'photo', tenant, employee }),
      },
      {
        key: 'delete',
        icon: Trash2,
        label: label('delete'),
        onClick: () => onAct({ kind: 'delete', tenant, employee }),
        disabled: isSynchronized,
        danger: true,
      },
    ];
  };

  return (
    <DataTable
      label={t('employees.label', { tenant: tenant.name })}
      columns={columns}
      rows={employees}
      rowKey={({ id }) => id}
      rowActions={may('employee.manage') ? actions : undefined}
      steady={steady}
    />
  );
}

/** Hidden from screen readers, because the name follows. */
function Face({ employee: { name, photo } }: { employee: Employee }) {
  if (photo) {
    return (
      <img className={classes.face} src={photo.storagePathThumbnail} alt="" width={32} height={32} loading="lazy" />
    );
  }
  return <span className={classes.face} data-initials={initialsOf(name).toUpperCase()} aria-hidden />;
}
