import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { CompanyList } from './CompanyList.tsx';
import { useAllCompanies } from './use-companies.ts';

export function AllCompaniesScreen() {
  const { t } = useTranslation();
  const list = useListState();
  return (
    <CompanyList companies={useAllCompanies(list.query)} list={list} partnerId={null}>
      <SearchField list={list} label={t('companies.search')} minimum={searchMinimum.system} />
    </CompanyList>
  );
}
