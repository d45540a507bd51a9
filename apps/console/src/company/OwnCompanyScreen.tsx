import { useQuery } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/company.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../ui/DataTable.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { companyName } from './company-name.tsx';

/** The company of a tenant's user, by name. */
export function OwnCompanyScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const company = useQuery({
    ...queryOf(getCompany, { params: { companyId } }),
    select: (own) => ({ rows: [own], page: null }),
  });

  return (
    <Page title={t('companies.title')}>
      <Loaded query={company} empty={{ title: t('companies.none') }}>
        {(rows) => (
          <DataTable label={t('companies.title')} columns={[companyName(t)]} rows={rows} rowKey={({ id }) => id} />
        )}
      </Loaded>
    </Page>
  );
}
