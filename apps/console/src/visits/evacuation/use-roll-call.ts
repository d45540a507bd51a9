import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '@vestibule/contract/accounts/session.ts';
import { type RollCall, endRollCall, getRollCall, startRollCall } from '@vestibule/contract/visits/roll-call.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, queryOf } from '@vestibule/web/query.ts';
import { keepSession, useSignedIn } from '@vestibule/web/session.ts';
import { useEffect, useEffectEvent } from 'react';
import { keep, keepTicks, readKept } from './kept-roll-call.ts';
import { withPending } from './pending-ticks.ts';
import { usePendingTicks } from './use-pending-ticks.ts';

/** How often a device polls for ticks of others, in ms. */
const pollMs = 3_000;

/** This tab keeps the list for a reload without a network until the screen closes or the roll call ends. */
export function useRollCall(companyId: number) {
  const client = useQueryClient();
  const session = useSignedIn();
  const userId = session.user.id;
  const key = keyOf(getRollCall, { params: { companyId } });
  const query = useQuery({
    ...queryOf(getRollCall, { params: { companyId } }),
    initialData: () => readKept(companyId),
    initialDataUpdatedAt: 0,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const current = query.data ?? null;
  const rollCallId = current?.id ?? null;
  const accept = async (rollCall: RollCall | null) => {
    // An answer on its way may be older.
    await client.cancelQueries({ queryKey: key });
    client.setQueryData(key, rollCall);
  };

  const { ticks, tick } = usePendingTicks({ companyId, userId, rollCallId, answeredAt: query.dataUpdatedAt, accept });

  useEffect(() => keep(companyId, current), [companyId, current]);
  useEffect(() => () => keep(companyId, null), [companyId]);

  useEffect(() => {
    // Without the copy the screen works until it is closed.
    if (rollCallId !== null) keepScreen(companyId, session).catch(() => {});
  }, [companyId, rollCallId, session]);
  // Without the removal, files of the console remain, but no personal data.
  useEffect(() => () => void forgetScreen(companyId).catch(() => {}), [companyId]);

  const start = useMutation({
    mutationFn: () => call(startRollCall, { params: { companyId } }),
    onSuccess: accept,
  });
  // A running roll call makes an earlier failure to start irrelevant.
  const forgetStart = useEffectEvent(() => start.reset());
  useEffect(() => {
    if (rollCallId !== null) forgetStart();
  }, [rollCallId]);
  const end = useMutation({
    mutationFn: async (id: number) => {
      await call(endRollCall, { params: { companyId }, query: { rollCallId: id } });
      keepTicks({ userId, rollCallId: id }, []);
      await accept(null);
    },
  });

  return {
    query,
    rollCall: current && withPending(current, ticks),
    waiting: ticks.length,
    isOffline: query.isError && current !== null,
    tick,
    start,
    end,
  };
}

const addressOf = (companyId: number) => `/company/${companyId}/evacuation`;

/** Does nothing in browsers without a cache, and on the development server. */
async function keepScreen(companyId: number, session: Session): Promise<void> {
  keepSession(session);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/roll-call-service-worker.js', { scope: addressOf(companyId) });
}

async function forgetScreen(companyId: number): Promise<void> {
  keepSession(null);
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(addressOf(companyId));
  await registration?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('vestibule-roll-call-')).map((name) => caches.delete(name)));
}
