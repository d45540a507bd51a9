import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dismissRefusedActs, listRefusedActs } from '@vestibule/contract/kiosks/device-refusal.ts';
import { call } from '@vestibule/web/call.ts';
import { usePauseWhenNotLive } from '@vestibule/web/live.ts';
import { keyOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { useMay } from '@vestibule/web/session.ts';

/** Shown at once. Dismissing acts brings the next. */
const shown = 20;

export function useRefusedActs(companyId: number) {
  const may = useMay();
  return useQuery({
    ...queryOf(listRefusedActs, { params: { companyId }, query: { limit: shown } }),
    enabled: may('refusedAct.dismiss'),
    refetchInterval: usePauseWhenNotLive(),
  });
}

export function useDismissRefusedActs(companyId: number) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: keyOf(listRefusedActs, { params: { companyId } }) });
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      await call(dismissRefusedActs, { params: { companyId }, query: { ids: ids.join(',') } });
      await reload();
    },
    ...reloading(reload),
  });
}
