import type { Visitor, VisitorScope } from '@vestibule/contract/visitor.ts';
import { useMay } from '@vestibule/web/session.ts';
import { FileUser, LogOut, MessageSquare, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column, RowAction } from '../ui/rows.ts';
import { Since } from './Since.tsx';
import type { VisitorAct } from './VisitorDialogs.tsx';
import classes from './VisitorTable.module.css';

interface VisitorTableProps {
  visitors: readonly Visitor[];
  scope: VisitorScope;
  glow: ReadonlySet<number>;
  steady: string;
  onAct: (act: VisitorAct) => void;
}

/** A page of visitors with what can be done about each. */
export function VisitorTable({ visitors, scope, glow, steady, onAct }: VisitorTableProps) {
  const { t } = useTranslation();
  const may = useMay();
  const columns = useColumns(scope);

  const actions = (visitor: Visitor): RowAction[] => {
    const isIn = visitor.currentVisitRecordId !== null;
    const { name } = visitor;
    return [
      {
        key: 'checkOut',
        icon: LogOut,
        label: t('visitors.action.checkOut', { name }),
        onClick: () => onAct({ kind: 'checkOut', visitor }),
        disabled: !isIn,
      },
      ...(isIn && may('visitMessage.read')
        ? [
            {
              key: 'messages',
              icon: MessageSquare,
              label: t('visitors.action.messages', { name }),
              onClick: () => onAct({ kind: 'messages', visitor }),
            },
          ]
        : []),
      {
        key: 'edit',
        icon: Pencil,
        label: t('visitors.action.edit', { name }),
        onClick: () => onAct({ kind: 'edit', visitor }),
      },
      {
        key: 'delete',
        icon: Trash2,
        label: t('visitors.action.delete', { name }),
        onClick: () => onAct({ kind: 'delete', visitor }),
        disabled: isIn,
        danger: true,
      },
      ...(may('visitor.answerRequest') ? [dataRequest(visitor)] : []),
    ];
  };

  const dataRequest = (visitor: Visitor): RowAction => ({
    key: 'dataRequest',
    icon: FileUser,
    label: t('visitors.action.dataRequest', { name: visitor.name }),
    onClick: () => onAct({ kind: 'dataRequest', visitor }),
  });

  return (
    <DataTable
      label={t('visitors.label', { tab: t(`visitors.tab.${scope}`) })}
      columns={columns}
      rows={visitors}
      rowKey={({ id }) => id}
      rowActions={may('visitor.manage') ? actions : undefined}
      glow={glow}
      steady={steady}
    />
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
    { key: 'company', title: t('visitors.column.company'), under: 'name', cell: ({ companyName }) => companyName },
    {
      key: 'phone',
      title: t('visitors.column.phone'),
      cell: ({ phone }) => <span className={classes.phone}>{phone}</span>,
    },
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
      under: 'employee',
      cell: ({ currentVisitRecord }) =>
        currentVisitRecord?.employee?.phone && (
          <span className={classes.phone}>{currentVisitRecord.employee.phone}</span>
        ),
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
