import { useQuery } from '@tanstack/react-query';
import { listRefusedActs } from '@vestibule/contract/kiosks/device-refusal.ts';
import { usePauseWhenNotLive } from '@vestibule/web/live.ts';
import { queryOf } from '@vestibule/web/query.ts';
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
