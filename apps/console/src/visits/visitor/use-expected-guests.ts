import { useQuery } from '@tanstack/react-query';
import { listExpectedGuests } from '@vestibule/contract/visits/expected-guest.ts';
import type { CallInput } from '@vestibule/web/call.ts';
import { pageOf } from '@vestibule/web/query.ts';
import { useLivePause } from '@vestibule/web/live.ts';

/** Reads today's guests without an expected visitor. */
export function useExpectedGuests(
  companyId: number,
  query: CallInput<typeof listExpectedGuests>['query'],
  { enabled = true } = {},
) {
  return useQuery({
    ...pageOf(listExpectedGuests, { params: { companyId }, query }),
    enabled,
    refetchInterval: useLivePause(),
  });
}
