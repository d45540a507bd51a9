import type { Visitor, VisitorScope } from '@vestibule/contract/visits/visitor.ts';
import { useMediaQuery } from '@vestibule/ui/hooks.ts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column } from '../../ui/list/rows.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { Since } from '../../ui/Since.tsx';
import { SelectBox } from './SelectBox.tsx';
import { tenantOf } from './tenant-of.ts';
import { useVisitorActions } from './use-visitor-actions.ts';
import classes from './visitor.module.css';
import type { VisitorAct } from './VisitorDialogs.tsx';

interface VisitorTableProps {
  visitors: readonly Visitor[];
  /** The tab, or all visitors of one tenant. */
  scope: VisitorScope | 'ofTenant';
  /** Set where visitors can be selected. */
  selection?: Selection;
  glow: ReadonlySet<number>;
  steady: string;
  onAct: (act: VisitorAct) => void;
  onPrint: (visitor: Visitor) => void;
}

/** Windows that leave the table less than about 860 px, and touch screens, whose buttons are larger: the phone moves below the name. */
const tight =
  '(pointer: coarse) and (max-width: 55.9375em), (pointer: coarse) and (min-width: 64em) and (max-width: 69.9375em)';

export function VisitorTable({ visitors, scope, selection, glow, steady, onAct, onPrint }: VisitorTableProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.9375em)');
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
  const actions = useVisitorActions({ visitors, onAct, onPrint });

  return (
    <DataTable
      label={t('visitors.label', { tab: t(`visitors.tab.${scope}`) })}
      columns={selection ? boxed : columns}
      rows={visitors}
      rowKey={({ id }) => id}
      rowActions={actions}
      glow={glow}
      steady={steady}
    />
  );
}

function useColumns(scope: VisitorTableProps['scope']): Column<Visitor>[] {
  const { t } = useTranslation();
  const isTight = useMediaQuery(tight);
  const columns: Column<Visitor>[] = [
    {
      key: 'name',
      title: t('visitors.column.name'),
      cell: (visitor) => <strong className={classes.name}>{visitor.name}</strong>,
    },
    {
      key: 'company',
      title: t('visitors.column.company'),
      under: 'name',
      cell: ({ companyName }) => <span className={classes.company}>{companyName}</span>,
    },
    {
      key: 'phone',
      title: t('visitors.column.phone'),
      cell: ({ phone }) => <PhoneNumber phone={phone} />,
      ...(isTight && scope !== 'ofTenant' && { under: 'name' }),
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
