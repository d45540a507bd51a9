import { useQuery } from '@tanstack/react-query';
import { getTenant } from '@vestibule/contract/building/tenant.ts';
import { pollMs, queryOf } from '@vestibule/web/query.ts';

/** Null loads nothing. */
export function useTenant(tenantId: number | null) {
  return useQuery({
    ...queryOf(getTenant, { params: { tenantId: tenantId ?? 0 }, query: { employees: 'false' } }),
    enabled: tenantId !== null,
    refetchInterval: pollMs,
  });
}
