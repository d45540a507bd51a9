import type { Company } from '@vestibule/contract/accounts/company.ts';
import { LogOut, Pencil, Trash2 } from '@vestibule/ui/icons.tsx';
import { useMay, useSignedIn } from '@vestibule/web/session.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/Link.tsx';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import type { CompanyAct } from './CompanyDialogs.tsx';

interface CompanyTableProps {
  companies: readonly Company[];
  onAct: (act: CompanyAct) => void;
}

export function CompanyTable({ companies, onAct }: CompanyTableProps) {
  const { t } = useTranslation();
  const may = useMay();
  const { user } = useSignedIn();

  const actions = (company: Company): RowAction[] => {
    const { name } = company;
    return [
      {
        key: 'leave',
        icon: LogOut,
        label: t('companies.action.leave', { name }),
        onClick: () => onAct({ kind: 'leave', company }),
        isOffered: user.role === 'partner',
      },
      {
        key: 'edit',
        icon: Pencil,
        label: t('companies.action.edit', { name }),
        onClick: () => onAct({ kind: 'edit', company }),
        isOffered: may('company.rename'),
      },
      {
        key: 'delete',
        icon: Trash2,
        label: t('companies.action.delete', { name }),
        onClick: () => onAct({ kind: 'delete', company }),
        danger: true,
        isOffered: may('company.delete'),
      },
    ].filter(({ isOffered }) => isOffered);
  };

  return (
    <DataTable
      label={t('companies.title')}
      columns={[companyName(t), manageColumn(t)]}
      rows={companies}
      rowKey={({ id }) => id}
      rowActions={actions}
    />
  );
}

function manageColumn(t: TFunction): Column<Company> {
  return {
    key: 'manage',
    title: t('companies.manage'),
    width: '1%',
    align: 'end',
    saysItself: true,
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

function companyName(t: TFunction): Column<Company> {
  return { key: 'name', title: t('companies.company'), cell: ({ name }) => <strong>{name}</strong> };
}
