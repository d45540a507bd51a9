import { useMutation, useQuery } from '@tanstack/react-query';
import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { listTenantsWithBadges } from '@vestibule/contract/building/tenant.ts';
import { listUntoldVisits } from '@vestibule/contract/visits/visit.ts';
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

/** A channel that is open may have gone deaf on the way, which nobody is told; in milliseconds. */
const pauseWhenLive = 300_000;

function usePause(): number {
  return usePauseWhenNotLive() || pauseWhenLive;
}

/** A page of the visitors of a company. */
export function useVisitors(companyId: number, query: PageQuery & { scope: VisitorScope }) {
  return useQuery({
    ...pageOf(listVisitors, { params: { companyId }, query }),
    refetchInterval: usePause(),
  });
}

/** A page of whom a tenant expects and who is there now. */
export function useTenantVisitors(tenantId: number, query: PageQuery) {
  return useQuery({
    ...pageOf(listTenantVisitors, { params: { tenantId }, query }),
    refetchInterval: usePause(),
  });
}

/** The tenants of a company that have any badge to print; without a company, none. */
export function useTenantsWithBadges(companyId: number | undefined): ReadonlySet<number> {
  const { data } = useQuery({
    ...queryOf(listTenantsWithBadges, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== undefined,
    staleTime: 60_000,
  });
  return new Set(data);
}

/** The visits of a company about which a message failed; without one, none. Kept in step with the lists of visitors. */
export function useUntoldVisits(companyId: number | undefined): ReadonlySet<number> {
  const { data } = useQuery({
    ...queryOf(listUntoldVisits, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== undefined,
    refetchInterval: usePause(),
  });
  return new Set(data);
}

/** How many visitors a tab has. */
export function useVisitorCount(companyId: number, scope: VisitorScope) {
  const pause = usePause();
  return useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query: { scope, limit: 1 } }),
    // Nobody can ask again for a number that is not there.
    refetchInterval: ({ state }) => (state.status === 'error' ? pauseWhenNotLive : pause),
    select: ({ page }) => page,
  });
}

/** All badges that the visitor's tenant has, once more; null where it has none. */
export function usePrintBadge() {
  return useMutation({
    mutationFn: async ({ id }: Visitor) => {
      const query = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' } as const;
      return (await call(printBadge, { params: { visitorId: id }, query })).html;
    },
  });
}

/** Whether a phone belongs to a visitor that the company knows. */
export function usePhoneLookup(companyId: number) {
  return useMutation({
    mutationFn: (query: { phone: string; tenantId?: number | undefined }) =>
      call(lookUpPhone, { params: { companyId }, query }),
  });
}

/** The evacuation list as a document to print. */
export function usePrintCurrent(companyId: number) {
  return useMutation({
    mutationFn: async () => (await call(printCurrentVisitors, { params: { companyId } })).html,
  });
}
