import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRollCall, type RollCall, tickRollCall } from '@vestibule/contract/visits/roll-call.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf } from '@vestibule/web/query.ts';
import { isRefusal } from '@vestibule/web/refused.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepTicks, readTicks } from './kept-roll-call.ts';
import { addTick, nextToSend, type PendingTick, toBody, withoutSent } from './pending-ticks.ts';

interface PendingTicksOptions {
  companyId: number;
  userId: number;
  rollCallId: number | null;
  answeredAt: number;
  accept: (rollCall: RollCall) => Promise<void>;
}

/** Unsent ticks survive a reload and are sent again after the next answer of the server. Drops refused ticks. */
export function usePendingTicks({ companyId, userId, rollCallId, answeredAt, accept }: PendingTicksOptions): {
  ticks: readonly PendingTick[];
  tick: (visitId: number, isSafe: boolean) => void;
} {
  const client = useQueryClient();
  const [pending, setPending] = useState<{ of: number | null; ticks: readonly PendingTick[] }>({ of: null, ticks: [] });
  if (pending.of !== rollCallId) {
    setPending({ of: rollCallId, ticks: rollCallId === null ? [] : readTicks({ userId, rollCallId }) });
  }

  const change = (next: (ticks: readonly PendingTick[]) => PendingTick[]) =>
    setPending((before) => ({ ...before, ticks: next(before.ticks) }));

  const sending = useMutation({
    mutationFn: ({ id, ticks }: { id: number; ticks: readonly PendingTick[] }) =>
      call(tickRollCall, { params: { companyId }, body: { rollCallId: id, ticks: toBody(ticks, Date.now()) } }),
    onSuccess: async (rollCall, { ticks }) => {
      await accept(rollCall);
      change((before) => withoutSent(before, ticks));
    },
    onError: (error, { ticks }) => {
      if (!isRefusal(error)) return;
      change((before) => withoutSent(before, ticks));
      void client.invalidateQueries({ queryKey: keyOf(getRollCall, { params: { companyId } }) });
    },
  });

  const send = useEffectEvent(() => {
    if (rollCallId !== null && pending.ticks.length > 0 && !sending.isPending) {
      sending.mutate({ id: rollCallId, ticks: nextToSend(pending.ticks) });
    }
  });
  // Runs with each tick and each answer of the server.
  useEffect(() => send(), [pending.ticks, answeredAt]);

  useEffect(() => {
    if (pending.of !== null) keepTicks({ userId, rollCallId: pending.of }, pending.ticks);
  }, [userId, pending]);

  return {
    ticks: pending.ticks,
    tick: (visitId, isSafe) => {
      const at = Date.now();
      change((before) => addTick(before, { visitId, isSafe, at }));
    },
  };
}
