import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { listTenantsWithBadges } from '@vestibule/contract/building/tenant.ts';
import { readToday, readVisitorStates, type VisitorState } from '@vestibule/contract/visits/today.ts';
import {
  listTenantVisitors,
  listVisitors,
  lookUpPhone,
  type Visitor,
  type VisitorQuery,
  type VisitorScope,
} from '@vestibule/contract/visits/visitor.ts';
import { printCurrentVisitors } from '@vestibule/contract/visits/roll-call.ts';
import { call } from '@vestibule/web/call.ts';
import { offlinePollMs, useLivePause } from '@vestibule/web/live.ts';
import { keyOf, pageOf, queryOf } from '@vestibule/web/query.ts';
import { useMay } from '@vestibule/web/session.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

export function useVisitors(
  companyId: number,
  query: PageQuery & Pick<VisitorQuery, 'scope' | 'tenantId' | 'only' | 'sort' | 'order'>,
) {
  return useQuery({
    ...pageOf(listVisitors, { params: { companyId }, query }),
    refetchInterval: useLivePause(),
  });
}

export function useTenantVisitors(tenantId: number, query: PageQuery) {
  return useQuery({
    ...pageOf(listTenantVisitors, { params: { tenantId }, query }),
    refetchInterval: useLivePause(),
  });
}

/** Finds the visitor in the list of the tenant, or else of the company. */
export function useVisitor({ companyId, tenantId }: { companyId: number; tenantId?: number }, id: number | null) {
  const query = { id: id ?? 0, limit: 1 };
  const ofCompany = useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query }),
    enabled: id !== null && tenantId === undefined,
  });
  const ofTenant = useQuery({
    ...queryOf(listTenantVisitors, { params: { tenantId: tenantId ?? 0 }, query }),
    enabled: id !== null && tenantId !== undefined,
  });
  const rows = (tenantId === undefined ? ofCompany : ofTenant).data?.rows;
  const found = id === null ? undefined : rows?.[0];
  return { found, isMissing: id !== null && rows?.length === 0 };
}

/** Returns none without a company. */
export function useTenantsWithBadges(companyId: number | undefined): ReadonlySet<number> {
  const { data } = useQuery({
    ...queryOf(listTenantsWithBadges, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== undefined,
    staleTime: 60_000,
  });
  return new Set(data);
}

/** Reloads with the lists of visitors. */
export function useToday(companyId: number) {
  return useQuery({ ...queryOf(readToday, { params: { companyId } }), refetchInterval: useLivePause() });
}

const none: ReadonlyMap<number, VisitorState> = new Map();

/** Reloads with the lists of visitors. */
export function useVisitorStates(companyId: number, visitors: readonly Visitor[]) {
  const pause = useLivePause();
  const may = useMay();
  const ids = visitors.map(({ id }) => id);
  const params = { companyId };
  const { data: states = none, isLoading } = useQuery({
    queryKey: [...keyOf(readVisitorStates, { params }), ids],
    queryFn: ({ signal }) => call(readVisitorStates, { params, body: { ids } }, { signal }),
    enabled: ids.length > 0 && may('visitMessage.read'),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(({ host }) => host?.state === 'sending') ? 2_000 : pause),
    select: byVisitor,
  });
  return { states, isLoading };
}

function byVisitor(states: readonly VisitorState[]): ReadonlyMap<number, VisitorState> {
  return new Map(states.map((state) => [state.visitorId, state]));
}

export function useVisitorCount(companyId: number, scope: VisitorScope) {
  const pause = useLivePause();
  return useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query: { scope, limit: 1 } }),
    // A failed count has no retry button, so it is polled.
    refetchInterval: ({ state }) => (state.status === 'error' ? offlinePollMs : pause),
    select: ({ page }) => page,
  });
}

/** Returns all badges of the visitor's tenant; null if it has none. */
export function usePrintBadge() {
  return useMutation({
    mutationFn: async ({ id }: Visitor) => {
      const query = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' } as const;
      return (await call(printBadge, { params: { visitorId: id }, query })).html;
    },
  });
}

export function usePhoneLookup(companyId: number) {
  return useMutation({
    mutationFn: (query: { phone: string; tenantId?: number | undefined }) =>
      call(lookUpPhone, { params: { companyId }, query }),
  });
}

export function usePrintCurrent(companyId: number) {
  return useMutation({
    mutationFn: async () => (await call(printCurrentVisitors, { params: { companyId } })).html,
  });
}
