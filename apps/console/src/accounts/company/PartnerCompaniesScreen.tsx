import { useListState } from '../../ui/list/use-list-state.ts';
import { CompanyList } from './CompanyList.tsx';
import { usePartnerCompanies } from './use-companies.ts';

export function PartnerCompaniesScreen({ partnerId }: { partnerId: number }) {
  const list = useListState();
  return <CompanyList companies={usePartnerCompanies(partnerId, list.query)} list={list} partnerId={partnerId} />;
}
