import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Company,
  getCompany,
  listAllCompanies,
  listPartnerCompanies,
} from '@vestibule/contract/accounts/company.ts';
import {
  createCompany,
  deleteCompany,
  leaveCompany,
  renameCompany,
} from '@vestibule/contract/accounts/company-edit.ts';
import { type CompanyState, listCompanyStates } from '@vestibule/contract/operation/status.ts';
import { listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import { listTenants } from '@vestibule/contract/building/tenant.ts';
import { listUsers } from '@vestibule/contract/accounts/user.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, pollMs, polledPageOf, queryOf, reloading } from '@vestibule/web/query.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

export function useAllCompanies(query: PageQuery) {
  return useQuery(polledPageOf(listAllCompanies, { query }));
}

export function usePartnerCompanies(partnerId: number, query: PageQuery) {
  return useQuery(polledPageOf(listPartnerCompanies, { params: { partnerId }, query }));
}

/** Polls the states of the companies on a page. Empty without a partner. */
export function useCompanyStates(
  partnerId: number | null,
  companies: readonly Company[],
): ReadonlyMap<number, CompanyState> {
  const ids = companies.map(({ id }) => id).join(',');
  const { data } = useQuery({
    ...queryOf(listCompanyStates, { params: { partnerId: partnerId ?? 0 }, query: { ids } }),
    enabled: partnerId !== null && ids !== '',
    refetchInterval: pollMs,
    placeholderData: (before) => before,
  });
  return new Map(data?.map((state) => [state.companyId, state]));
}

/** Undefined until it is known. */
export function useOwnsNothing(companyId: number | undefined, isAsked: boolean): boolean | undefined {
  const params = { companyId: companyId ?? 0 };
  const query = { limit: 1 };
  const options = { enabled: isAsked && companyId !== undefined, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false };
  const owned = useQueries({
    queries: [
      { ...queryOf(listTenants, { params, query }), ...options },
      { ...queryOf(listVisitors, { params, query }), ...options },
      { ...queryOf(listKiosks, { params, query }), ...options },
      { ...queryOf(listUsers, { query: { ...params, ...query } }), ...options },
    ],
  });
  if (owned.some(({ isFetching }) => isFetching)) return undefined;
  return owned.every(({ data }) => data?.rows.length === 0);
}

interface NewCompany {
  name: string;
  partnerId: number | null;
}

export function useCreateCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewCompany & { idempotencyKey: string }) =>
      call(createCompany, { body }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useRenameCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ companyId, ...body }: { companyId: number; name: string; previous: string }) =>
      call(renameCompany, { params: { companyId }, body }),
    ...reloading(reload),
  });
}

export function useLeaveCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ companyId, partnerId }: { companyId: number; partnerId?: number }) =>
      call(leaveCompany, {
        params: { companyId },
        query: partnerId === undefined ? {} : { partnerId: String(partnerId) },
      }),
    ...reloading(reload),
  });
}

export function useDeleteCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: (companyId: number) => call(deleteCompany, { params: { companyId } }),
    ...reloading(reload),
  });
}

function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(listAllCompanies) }),
      client.invalidateQueries({ queryKey: keyOf(listPartnerCompanies) }),
      client.invalidateQueries({ queryKey: keyOf(getCompany) }),
    ]);
}
