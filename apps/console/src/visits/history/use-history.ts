import { useMutation, useQuery } from '@tanstack/react-query';
import { countArrivals, exportPastVisits, listPastVisits } from '@vestibule/contract/visits/history.ts';
import { call } from '@vestibule/web/call.ts';
import { pageOf, queryOf } from '@vestibule/web/query.ts';
import type { HistoryFilter } from './history-filter.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

export function usePastVisits(companyId: number, filter: HistoryFilter, page: PageQuery) {
  return useQuery(pageOf(listPastVisits, { params: { companyId }, query: { ...filter, ...page } }));
}

/** A host, with the name from the last visit that still exists. */
export function useHost(companyId: number, employeeId: number | null) {
  const query = { employeeId: employeeId ?? 0, limit: 1 };
  return useQuery({
    ...queryOf(listPastVisits, { params: { companyId }, query }),
    enabled: employeeId !== null,
    select: ({ rows }) => rows[0]?.employee ?? null,
  });
}

export function useExportVisits(companyId: number) {
  return useMutation({
    mutationFn: async (query: HistoryFilter & { search?: string }) =>
      (await call(exportPastVisits, { params: { companyId }, query })).csv,
  });
}

export function useArrivals(companyId: number, { from, to, tenantId }: HistoryFilter, enabled: boolean) {
  const query = { ...(from && { from }), ...(to && { to }), ...(tenantId && { tenantId }) };
  return useQuery({ ...queryOf(countArrivals, { params: { companyId }, query }), enabled });
}
