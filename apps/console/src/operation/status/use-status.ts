import { useQuery } from '@tanstack/react-query';
import { getSystemStatus, type SystemStatus } from '@vestibule/contract/operation/status.ts';
import { queryOf } from '@vestibule/web/query.ts';

const everyMilliseconds = 10_000;

/** How the system is, looked at again and again while somebody sees it. */
export function useStatus() {
  return useQuery({
    ...queryOf(getSystemStatus),
    refetchInterval: everyMilliseconds,
    select: (status: SystemStatus) => ({ rows: [status], page: null }),
  });
}
