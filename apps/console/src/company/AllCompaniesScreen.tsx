import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listAllCompanies } from '@vestibule/contract/company.ts';
import { searchMinimum } from '@vestibule/contract/values.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { CompanyTable } from './CompanyTable.tsx';

/** Every company of the system, for a superAdmin. */
export function AllCompaniesScreen() {
  const { t } = useTranslation();
  const list = useListState();
  const companies = useQuery({
    ...queryOf(listAllCompanies, { query: list.query }),
    placeholderData: keepPreviousData,
  });

  return (
    <Page title={t('companies.title')}>
      <SearchField
        label={t('companies.search')}
        value={list.search}
        onSearch={list.setSearch}
        minimum={searchMinimum.system}
      />
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
