import type { PastVisit } from '@vestibule/contract/visits/history.ts';
import { FileUser } from '@vestibule/ui/icons.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { TextLink } from '../../ui/Link.tsx';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { formatDate, formatTime } from '../../ui/time.ts';
import { type DataSubject, dataRequestDialogs, subjectOfVisit } from '../visitor/use-data-request.tsx';
import classes from './history.module.css';

interface HistoryTableProps {
  companyId: number;
  visits: readonly PastVisit[];
  withTenant: boolean;
}

export function HistoryTable({ companyId, visits, withTenant }: HistoryTableProps) {
  const { t } = useTranslation();
  const may = useMay();
  const request = useTarget<DataSubject>();
  const answerRequest = (visit: PastVisit): RowAction[] => [
    {
      key: 'dataRequest',
      icon: FileUser,
      label: t('dataRequest.of', { name: visit.visitor.name }),
      onClick: () => request.open(subjectOfVisit(companyId, visit)),
    },
  ];
  const tenant: Column<PastVisit> = {
    key: 'tenant',
    title: t('history.column.tenant'),
    cell: (visit) => visit.tenant.name,
  };
  const columns: Column<PastVisit>[] = [
    {
      key: 'visitor',
      title: t('history.column.visitor'),
      cell: ({ visitor: { id, name } }) => (
        <strong className={classes.name}>
          {id === null || !may('visitor.list') ? (
            name
          ) : (
            <TextLink to={`/company/${companyId}/visitors?tab=all&visitor=${id}`}>{name}</TextLink>
          )}
        </strong>
      ),
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
  return (
    <>
      <DataTable
        label={t('history.label')}
        columns={columns}
        rows={visits}
        rowKey={({ id }) => id}
        {...(may('visitor.answerRequest') && { rowActions: answerRequest })}
      />
      <dataRequestDialogs.DataRequest {...request.dialog} />
    </>
  );
}

/** Adds the day if it differs from the day of arrival. */
function checkedOut({ checkedInAt, checkedOutAt }: PastVisit): string {
  const time = formatTime(checkedOutAt);
  const day = formatDate(checkedOutAt);
  return day === formatDate(checkedInAt) ? time : `${day} ${time}`;
}
