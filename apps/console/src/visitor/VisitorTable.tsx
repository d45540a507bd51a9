import { useMediaQuery } from '@mantine/hooks';
import type { Visitor, VisitorScope } from '@vestibule/contract/visitor.ts';
import { useMay } from '@vestibule/web/session.ts';
import { FileUser, LogOut, MessageSquare, Pencil, Printer, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/DataTable.tsx';
import { PhoneNumber } from '../ui/PhoneNumber.tsx';
import type { Column, RowAction } from '../ui/rows.ts';
import { Since } from '../ui/Since.tsx';
import type { Selection } from '../ui/use-selection.ts';
import { SelectBox } from './SelectBox.tsx';
import { useTenantsWithBadges } from './use-visitors.ts';
import type { VisitorAct } from './VisitorDialogs.tsx';
import classes from './VisitorTable.module.css';

interface VisitorTableProps {
  visitors: readonly Visitor[];
  /** The tab, or all of one tenant. */
  scope: VisitorScope | 'ofTenant';
  /** Where visitors can be ticked. */
  selection?: Selection;
  glow: ReadonlySet<number>;
  steady: string;
  onAct: (act: VisitorAct) => void;
  onPrint: (visitor: Visitor) => void;
}

/** A page of visitors with what can be done about each. */
export function VisitorTable({ visitors, scope, selection, glow, steady, onAct, onPrint }: VisitorTableProps) {
  const { t } = useTranslation();
  const may = useMay();
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const columns = useColumns(scope);
  const select: Column<Visitor> = {
    key: 'select',
    title: t('visitors.column.select'),
    width: '1%',
    cell: (visitor) => selection && <SelectBox visitor={visitor} selection={selection} />,
  };
  // The first column is the headline of a card.
  const [headline, ...others] = columns;
  const boxed = isPhone && headline ? [headline, select, ...others] : [select, ...columns];
  const printing = useTenantsWithBadges(may('visitor.manage') ? tenantsOf(visitors) : []);

  const actions = (visitor: Visitor): RowAction[] => {
    const isIn = visitor.currentVisitRecordId !== null;
    const { name } = visitor;
    const print: RowAction = {
      key: 'print',
      icon: Printer,
      label: t('visitors.action.print', { name }),
      onClick: () => onPrint(visitor),
    };
    return [
      ...(printing.has(tenantOf(visitor)?.id ?? 0) ? [print] : []),
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
      columns={selection ? boxed : columns}
      rows={visitors}
      rowKey={({ id }) => id}
      rowActions={may('visitor.manage') ? actions : undefined}
      glow={glow}
      steady={steady}
    />
  );
}

/** Where the visitor is, or who expects them. */
function tenantOf({ currentVisitRecord, preregisteredTenant }: Visitor) {
  return currentVisitRecord?.tenant ?? preregisteredTenant;
}

function tenantsOf(visitors: readonly Visitor[]): number[] {
  return [...new Set(visitors.flatMap((visitor) => tenantOf(visitor)?.id ?? []))];
}

function useColumns(scope: VisitorTableProps['scope']): Column<Visitor>[] {
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
      cell: ({ phone }) => <PhoneNumber phone={phone} />,
    },
    {
      key: 'tenant',
      title: t('visitors.column.tenant'),
      cell: (visitor) => tenantOf(visitor)?.name,
    },
  ];
  if (scope === 'ofTenant') return columns;
  const withHosts: Column<Visitor>[] = [
    ...columns,
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
        currentVisitRecord?.employee?.phone && <PhoneNumber phone={currentVisitRecord.employee.phone} />,
    },
  ];
  if (scope !== 'current') return withHosts;
  return [
    ...withHosts,
    {
      key: 'since',
      title: t('visitors.column.since'),
      cell: ({ currentVisitRecord }) => currentVisitRecord && <Since moment={currentVisitRecord.checkedInAt} />,
    },
  ];
}
