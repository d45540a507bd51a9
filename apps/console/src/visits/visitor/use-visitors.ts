import { useMutation, useQuery } from '@tanstack/react-query';
import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { listTenantsWithBadges } from '@vestibule/contract/building/tenant.ts';
import { listNotNotifiedVisits } from '@vestibule/contract/visits/visit.ts';
import {
  listTenantVisitors,
  listVisitors,
  lookUpPhone,
  type Visitor,
  type VisitorScope,
} from '@vestibule/contract/visits/visitor.ts';
import { printCurrentVisitors } from '@vestibule/contract/visits/roll-call.ts';
import { call } from '@vestibule/web/call.ts';
import { pauseWhenNotLive, usePauseWhenNotLive } from '@vestibule/web/live.ts';
import { pageOf, queryOf } from '@vestibule/web/query.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

/** An open channel may have stopped delivering without an error. In ms. */
const pauseWhenLive = 300_000;

function usePause(): number {
  return usePauseWhenNotLive() || pauseWhenLive;
}

export function useVisitors(companyId: number, query: PageQuery & { scope: VisitorScope }) {
  return useQuery({
    ...pageOf(listVisitors, { params: { companyId }, query }),
    refetchInterval: usePause(),
  });
}

/** A page of the visitors of a tenant: expected, and inside. */
export function useTenantVisitors(tenantId: number, query: PageQuery) {
  return useQuery({
    ...pageOf(listTenantVisitors, { params: { tenantId }, query }),
    refetchInterval: usePause(),
  });
}

/** The tenants of a company whose badges can be printed; none without a company. */
export function useTenantsWithBadges(companyId: number | undefined): ReadonlySet<number> {
  const { data } = useQuery({
    ...queryOf(listTenantsWithBadges, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== undefined,
    staleTime: 60_000,
  });
  return new Set(data);
}

/** The visits with a failed message; none without a company. Reloads with the lists of visitors. */
export function useNotNotifiedVisits(companyId: number | undefined): ReadonlySet<number> {
  const { data } = useQuery({
    ...queryOf(listNotNotifiedVisits, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== undefined,
    refetchInterval: usePause(),
  });
  return new Set(data);
}

export function useVisitorCount(companyId: number, scope: VisitorScope) {
  const pause = usePause();
  return useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query: { scope, limit: 1 } }),
    // A failed count has no retry button, so it is polled.
    refetchInterval: ({ state }) => (state.status === 'error' ? pauseWhenNotLive : pause),
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

/** Finds the visitor of a company by phone. */
export function usePhoneLookup(companyId: number) {
  return useMutation({
    mutationFn: (query: { phone: string; tenantId?: number | undefined }) =>
      call(lookUpPhone, { params: { companyId }, query }),
  });
}

/** Returns the evacuation list as a document to print. */
export function usePrintCurrent(companyId: number) {
  return useMutation({
    mutationFn: async () => (await call(printCurrentVisitors, { params: { companyId } })).html,
  });
}
