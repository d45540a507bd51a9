import type { CompanyTrouble } from '@vestibule/contract/operation/status.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/Link.tsx';
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
      cell: ({ company }) => (
        <strong>
          {company ? (
            <TextLink to={`/company/${company.id}/visitors`}>{company.name}</TextLink>
          ) : (
            t('status.trouble.system')
          )}
        </strong>
      ),
    },
    {
      key: 'directories',
      title: t('status.trouble.directories'),
      cell: ({ failingDirectories: count, company }) => (
        <Counted count={count} to={company && `/company/${company.id}/tenants`} />
      ),
      align: 'end',
    },
    {
      key: 'messages',
      title: t('status.trouble.messages'),
      cell: ({ failedMessages: count, company }) => (
        <Counted count={count} to={`${company ? `/company/${company.id}` : '/admin'}/messages?tab=failed`} />
      ),
      align: 'end',
    },
    {
      key: 'kiosks',
      title: t('status.trouble.kiosks'),
      cell: ({ kiosksOffline: offline, kiosks: all, company }) => (
        <Counted count={offline} to={company && `/company/${company.id}/kiosks?tab=offline`}>
          {t('status.trouble.kiosksOf', { offline, all })}
        </Counted>
      ),
      align: 'end',
    },
  ];
}

/** Links to the counted rows. Zero has no link. */
function Counted({ count, to, children = count }: { count: number; to: string | null; children?: ReactNode }) {
  return count === 0 || to === null ? children : <TextLink to={to}>{children}</TextLink>;
}
