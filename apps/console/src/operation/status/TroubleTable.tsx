import type { CompanyTrouble } from '@vestibule/contract/operation/status.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column } from '../../ui/list/rows.ts';

export function TroubleTable({ troubles }: { troubles: readonly CompanyTrouble[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('status.trouble.title')}
      columns={columns(t)}
      rows={troubles}
      rowKey={({ company }) => company?.id ?? 0}
    />
  );
}

function columns(t: TFunction): Column<CompanyTrouble>[] {
  return [
    {
      key: 'company',
      title: t('status.trouble.company'),
      cell: ({ company }) => <strong>{company?.name ?? t('status.trouble.system')}</strong>,
    },
    {
      key: 'directories',
      title: t('status.trouble.directories'),
      cell: ({ failingDirectories }) => failingDirectories,
      align: 'end',
    },
    {
      key: 'messages',
      title: t('status.trouble.messages'),
      cell: ({ failedMessages }) => failedMessages,
      align: 'end',
    },
    {
      key: 'kiosks',
      title: t('status.trouble.kiosks'),
      cell: ({ kiosksOffline: offline, kiosks: all }) => t('status.trouble.kiosksOf', { offline, all }),
      align: 'end',
    },
  ];
}
