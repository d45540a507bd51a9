import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/list/rows.ts';

/** The column that names a company. */
export function companyName(t: TFunction): Column<Company> {
  return { key: 'name', title: t('companies.company'), cell: ({ name }) => <strong>{name}</strong> };
}
