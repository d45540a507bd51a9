import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkOutByBadge } from '@vestibule/contract/visits/scan.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { call } from '@vestibule/web/call.ts';
import { reloading } from '@vestibule/web/query.ts';
import { reloadVisitors } from '@vestibule/web/visitor-pages.ts';

/** Marks own changes, so that `useGlow` skips their echo. */
export const visitorChange = ['visitor'];

export function useVisitorChange<Input, Result>(change: (input: Input, client: QueryClient) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: (input: Input) => change(input, client),
    ...reloading(() => reloadVisitors(client)),
  });
}

export function useCheckInExpected() {
  return useVisitorChange(({ ids, idempotencyKey }: { ids: number[]; idempotencyKey: string }) =>
    call(checkInExpected, { body: { ids } }, { idempotencyKey }),
  );
}

export function useCheckOutByBadge(companyId: number) {
  return useVisitorChange((code: string) => call(checkOutByBadge, { params: { companyId }, body: { code } }));
}
