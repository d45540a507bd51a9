import { useQuery } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/company.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { CompanyTable } from './CompanyTable.tsx';

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
        {(rows) => <CompanyTable companies={rows} canManage={false} />}
      </Loaded>
    </Page>
  );
}
