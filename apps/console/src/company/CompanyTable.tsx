import { ButtonLink } from '../ui/Button.tsx';
import type { Company } from '@vestibule/contract/company.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/rows.ts';

interface CompanyTableProps {
  companies: readonly Company[];
  /** Whether the visitors of a company can be reached from here. */
  canManage: boolean;
}

/** The names of companies, each with the way to its visitors. */
export function CompanyTable({ companies, canManage }: CompanyTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('companies.title')}
      columns={canManage ? [name(t), manage(t)] : [name(t)]}
      rows={companies}
      rowKey={({ id }) => id}
    />
  );
}

function name(t: TFunction): Column<Company> {
  return { key: 'name', title: t('companies.company'), cell: (company) => <strong>{company.name}</strong> };
}

function manage(t: TFunction): Column<Company> {
  return {
    key: 'manage',
    title: t('ui.list.actions'),
    width: '1%',
    align: 'end',
    cell: ({ id, name }) => (
      <ButtonLink
        to={`/company/${id}/visitors`}
        variant="secondary"
        size="small"
        aria-label={t('companies.manageNamed', { name })}
      >
        {t('companies.manage')}
      </ButtonLink>
    ),
  };
}
