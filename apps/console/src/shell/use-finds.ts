import { useQuery } from '@tanstack/react-query';
import { can } from '@vestibule/contract/platform/access.ts';
import { listAllCompanies, listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import type { Session } from '@vestibule/contract/accounts/session.ts';
import { listTenants } from '@vestibule/contract/building/tenant.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { linksOf, useChosen } from '../navigation.ts';

export interface Find {
  kind: 'screen' | 'company' | 'tenant' | 'visitor';
  key: string;
  name: string;
  detail?: string;
  to: string;
}

interface Finds {
  finds: Find[];
  isSearching: boolean;
  failure: Error | null;
}

const limit = 5;

export function useFinds(session: Session, words: string): Finds {
  const { t } = useTranslation();
  const { user } = session;
  const chosen = useChosen(user);
  const settled = useDebouncedValue(words.trim(), 200);
  const search = { search: settled, limit };
  const isLong = settled.length >= searchMinimum.company;
  const companyId = chosen.companyId ?? user.companyId ?? 0;
  const partnerId = user.partnerId ?? 0;

  const companies = useQuery({
    ...queryOf(listAllCompanies, { query: search }),
    enabled: settled.length >= searchMinimum.system && user.role === 'superAdmin',
  });
  const ownCompanies = useQuery({
    ...queryOf(listPartnerCompanies, { params: { partnerId }, query: search }),
    enabled: settled.length >= searchMinimum.system && user.role === 'partner',
  });
  const tenants = useQuery({
    ...queryOf(listTenants, { params: { companyId }, query: search }),
    enabled: isLong && companyId > 0 && can(user, 'tenant.list'),
  });
  const visitors = useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query: { ...search, scope: 'all' } }),
    enabled: isLong && companyId > 0 && can(user, 'visitor.list'),
  });

  const screens = linksOf(session, chosen).map(({ to, screen }): Find => {
    return { kind: 'screen', key: to, name: t(`shell.link.${screen.link}`), to };
  });
  const matching = screens.filter(({ name }) => name.toLowerCase().includes(settled.toLowerCase()));
  const rowsOf = <Row>(query: { data?: { rows: readonly Row[] } }) => query.data?.rows ?? [];

  const finds: Find[] = [
    ...matching,
    ...[...rowsOf(companies), ...rowsOf(ownCompanies)].map(({ id, name }): Find => {
      return { kind: 'company', key: `company-${id}`, name, to: `/company/${id}/visitors` };
    }),
    ...rowsOf(tenants).map(({ id, name }): Find => {
      return { kind: 'tenant', key: `tenant-${id}`, name, to: addressOf(companyId, 'tenants', { search: name }) };
    }),
    ...rowsOf(visitors).map(({ id, name, companyName, phone }): Find => {
      const to = addressOf(companyId, 'visitors', { tab: 'all', search: phone });
      return { kind: 'visitor', key: `visitor-${id}`, name, detail: companyName, to };
    }),
  ];
  const queries = [companies, ownCompanies, tenants, visitors];
  const isSearching = settled !== words.trim() || queries.some(({ isLoading }) => isLoading);
  const failure = queries.find(({ error }) => error !== null)?.error ?? null;
  return { finds, isSearching, failure };
}

function addressOf(companyId: number, screen: 'tenants' | 'visitors', params: Record<string, string>): string {
  return `/company/${companyId}/${screen}?${new URLSearchParams(params)}`;
}
