import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkOutByBadge } from '@vestibule/contract/visits/scan.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { call } from '@vestibule/web/call.ts';
import { reloading } from '@vestibule/web/query.ts';
import { reloadVisitors } from '@vestibule/web/visitor-pages.ts';

/** Changes of visitors made at this desk carry this key, so that they can be told from those of others. */
export const visitorChange = ['visitor'];

/** A change of visitors, after which their lists are asked for again. */
export function useVisitorChange<Input, Result>(change: (input: Input, client: QueryClient) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: (input: Input) => change(input, client),
    ...reloading(() => reloadVisitors(client)),
  });
}

/** Checks in visitors who are expected. */
export function useCheckInExpected() {
  return useVisitorChange(({ ids, idempotencyKey }: { ids: number[]; idempotencyKey: string }) =>
    call(checkInExpected, { body: { ids } }, { idempotencyKey }),
  );
}

/** Checks out whoever wears the badge with this code. Answers their name. */
export function useCheckOutByBadge(companyId: number) {
  return useVisitorChange(async (code: string) => {
    const { visitorName } = await call(checkOutByBadge, { params: { companyId }, body: { code } });
    return visitorName;
  });
}
