import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listPartnerCompanies } from '@vestibule/contract/company.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { CompanyTable } from './CompanyTable.tsx';

/** The companies that a partner looks after. */
export function PartnerCompaniesScreen({ partnerId }: { partnerId: number }) {
  const { t } = useTranslation();
  const list = useListState();
  const companies = useQuery({
    ...queryOf(listPartnerCompanies, { params: { partnerId }, query: list.query }),
    placeholderData: keepPreviousData,
  });

  return (
    <Page title={t('companies.title')}>
      <Loaded query={companies} list={list} empty={{ title: t('companies.none'), help: t('companies.noneHelp') }}>
        {(rows, page) => (
          <>
            <CompanyTable companies={rows} canManage />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
