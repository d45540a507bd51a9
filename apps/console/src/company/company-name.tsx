import type { Company } from '@vestibule/contract/company.ts';
import type { Translate } from '@vestibule/web/texts.ts';
import type { Column } from '../ui/rows.ts';

/** The column that names a company. */
export function companyName(t: Translate): Column<Company> {
  return { key: 'name', title: t('companies.company'), cell: ({ name }) => <strong>{name}</strong> };
}
