import type { RunningProcess } from '@vestibule/contract/operation/status.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column } from '../../ui/list/rows.ts';
import { formatMoment } from '../../ui/time.ts';
import classes from './StatusScreen.module.css';

export function ProcessTable({ processes }: { processes: readonly RunningProcess[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('status.process.title')}
      columns={columns(t)}
      rows={processes}
      rowKey={({ name, startedAt }) => `${name} ${startedAt}`}
    />
  );
}

function columns(t: TFunction): Column<RunningProcess>[] {
  return [
    { key: 'name', title: t('status.process.name'), cell: ({ name }) => <strong>{name}</strong> },
    {
      key: 'roles',
      title: t('status.process.roles'),
      cell: ({ roles }) => roles.map((role) => t(`status.process.role.${role}`)).join(', '),
    },
    { key: 'version', title: t('status.process.version'), cell: ({ version }) => version, under: 'roles' },
    { key: 'since', title: t('status.process.since'), cell: ({ startedAt }) => formatMoment(startedAt) },
    {
      key: 'lastSeen',
      title: t('status.process.lastSeen'),
      cell: ({ lastSeenAt, isSilent }) =>
        isSilent ? (
          <span className={classes.wrong}>{t('status.process.silent', { moment: formatMoment(lastSeenAt) })}</span>
        ) : (
          formatMoment(lastSeenAt)
        ),
    },
  ];
}
