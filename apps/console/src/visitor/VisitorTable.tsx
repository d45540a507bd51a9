import type { Visitor, VisitorScope } from '@vestibule/contract/visitor.ts';
import { useMay } from '@vestibule/web/session.ts';
import { LogOut, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/DataTable.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import type { Column, RowAction } from '../ui/rows.ts';
import { Since } from './Since.tsx';
import { useTarget } from '../ui/use-target.ts';
import classes from './VisitorTable.module.css';

const CheckOutDialog = lazyDialog(async () => (await import('./CheckOutDialog.tsx')).CheckOutDialog);
const EditVisitorDialog = lazyDialog(async () => (await import('./EditVisitorDialog.tsx')).EditVisitorDialog);
const DeleteVisitorDialog = lazyDialog(async () => (await import('./DeleteVisitorDialog.tsx')).DeleteVisitorDialog);

interface VisitorTableProps {
  visitors: readonly Visitor[];
  scope: VisitorScope;
  glow: ReadonlySet<number>;
  steady: string;
}

/** A page of visitors with what can be done about each. */
export function VisitorTable({ visitors, scope, glow, steady }: VisitorTableProps) {
  const { t } = useTranslation();
  const may = useMay();
  const columns = useColumns(scope);
  const checkingOut = useTarget<Visitor>();
  const editing = useTarget<Visitor>();
  const deleting = useTarget<Visitor>();

  const actions = (visitor: Visitor): RowAction[] => {
    const isIn = visitor.currentVisitRecordId !== null;
    const { name } = visitor;
    return [
      {
        key: 'checkOut',
        icon: LogOut,
        label: t('visitors.action.checkOut', { name }),
        onClick: () => checkingOut.open(visitor),
        disabled: !isIn,
      },
      { key: 'edit', icon: Pencil, label: t('visitors.action.edit', { name }), onClick: () => editing.open(visitor) },
      {
        key: 'delete',
        icon: Trash2,
        label: t('visitors.action.delete', { name }),
        onClick: () => deleting.open(visitor),
        disabled: isIn,
        danger: true,
      },
    ];
  };

  return (
    <>
      <DataTable
        label={t('visitors.label', { tab: t(`visitors.tab.${scope}`) })}
        columns={columns}
        rows={visitors}
        rowKey={({ id }) => id}
        rowActions={may('visitor.manage') ? actions : undefined}
        glow={glow}
        steady={steady}
      />
      <CheckOutDialog {...checkingOut.dialog} />
      <EditVisitorDialog {...editing.dialog} />
      <DeleteVisitorDialog {...deleting.dialog} />
    </>
  );
}

function useColumns(scope: VisitorScope): Column<Visitor>[] {
  const { t } = useTranslation();
  const columns: Column<Visitor>[] = [
    {
      key: 'name',
      title: t('visitors.column.name'),
      cell: (visitor) => <strong className={classes.name}>{visitor.name}</strong>,
    },
    { key: 'company', title: t('visitors.column.company'), cell: ({ companyName }) => companyName },
    { key: 'phone', title: t('visitors.column.phone'), cell: ({ phone }) => phone },
    {
      key: 'tenant',
      title: t('visitors.column.tenant'),
      cell: (visitor) => (visitor.currentVisitRecord?.tenant ?? visitor.preregisteredTenant)?.name,
    },
    {
      key: 'employee',
      title: t('visitors.column.employee'),
      cell: ({ currentVisitRecord }) => currentVisitRecord?.employee?.name,
    },
    {
      key: 'employeePhone',
      title: t('visitors.column.employeePhone'),
      cell: ({ currentVisitRecord }) => currentVisitRecord?.employee?.phone,
    },
  ];
  if (scope !== 'current') return columns;
  return [
    ...columns,
    {
      key: 'since',
      title: t('visitors.column.since'),
      cell: ({ currentVisitRecord }) => currentVisitRecord && <Since moment={currentVisitRecord.checkedInAt} />,
    },
  ];
}
