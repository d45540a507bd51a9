import type { PastVisit } from '@vestibule/contract/history.ts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/list/DataTable.tsx';
import { PhoneNumber } from '../ui/PhoneNumber.tsx';
import type { Column } from '../ui/list/rows.ts';
import { formatDate, formatTime } from '../ui/time.ts';
import classes from './HistoryTable.module.css';

/** A page of visits that have ended. */
export function HistoryTable({ visits, withTenant }: { visits: readonly PastVisit[]; withTenant: boolean }) {
  const { t } = useTranslation();
  const tenant: Column<PastVisit> = {
    key: 'tenant',
    title: t('history.column.tenant'),
    cell: (visit) => visit.tenant.name,
  };
  const columns: Column<PastVisit>[] = [
    {
      key: 'visitor',
      title: t('history.column.visitor'),
      cell: ({ visitor }) => <strong className={classes.name}>{visitor.name}</strong>,
    },
    {
      key: 'company',
      title: t('history.column.company'),
      under: 'visitor',
      cell: ({ visitor }) => visitor.companyName,
    },
    {
      key: 'phone',
      title: t('history.column.phone'),
      cell: ({ visitor }) => <PhoneNumber phone={visitor.phone} />,
    },
    ...(withTenant ? [tenant] : []),
    { key: 'host', title: t('history.column.host'), cell: ({ employee, formerHost }) => employee?.name ?? formerHost },
    {
      key: 'day',
      title: t('history.column.day'),
      cell: ({ checkedInAt }) => <span className={classes.whole}>{formatDate(checkedInAt)}</span>,
    },
    { key: 'in', title: t('history.column.in'), cell: ({ checkedInAt }) => formatTime(checkedInAt) },
    { key: 'out', title: t('history.column.out'), cell: (visit) => checkedOut(visit) },
  ];
  return <DataTable label={t('history.label')} columns={columns} rows={visits} rowKey={({ id }) => id} />;
}

/** The time of leaving, with its day where that is not the day of arrival. */
function checkedOut({ checkedInAt, checkedOutAt }: PastVisit): string {
  const time = formatTime(checkedOutAt);
  const day = formatDate(checkedOutAt);
  return day === formatDate(checkedInAt) ? time : `${day} ${time}`;
}
