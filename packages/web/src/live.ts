import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { openLiveChannel as openLiveChannelCall } from '@vestibule/contract/visits/live-channel.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { CallFailed, call } from './call.ts';
import { type LiveState, openLiveChannel } from './live-channel.ts';
import { createLiveUpdates } from './live-updates.ts';
import { keyOf } from './query.ts';

const timeoutMs = 10_000;
const probeMs = 5_000;

export type LiveScope = { companyId: number } | { tenantId: number };

/** Applies events to the query cache and passes them to `onMessage`. */
export function useLive(scope: LiveScope, onMessage?: (message: LiveMessage) => void): void {
  const client = useQueryClient();
  const receive = useEffectEvent((message: LiveMessage) => onMessage?.(message));
  const companyId = 'companyId' in scope ? scope.companyId : undefined;
  const tenantId = 'tenantId' in scope ? scope.tenantId : undefined;

  useEffect(() => {
    const updates = createLiveUpdates(client);
    const channel = openLiveChannel({
      address: async (after) => {
        const signal = AbortSignal.timeout(timeoutMs);
        try {
          return (await call(openLiveChannelCall, { query: { companyId, tenantId, after } }, { signal })).url;
        } catch (error) {
          if (error instanceof CallFailed && error.status === 404) loseSight(client);
          throw error;
        }
      },
      probe: async () => {
        const { status } = await fetch('/health/ready', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) });
        return { ok: status !== 503 };
      },
      onMessage: (message) => {
        receive(message);
        updates.apply(message);
      },
      onReload: updates.reload,
      onState: publish,
    });
    return () => {
      channel.close();
      updates.stop();
      publish(null);
    };
  }, [client, companyId, tenantId]);
}

/** The user lost access to the company. One that was refused before is not read again: its screen would open and close forever. */
function loseSight(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf(getCompany), predicate: ({ state }) => state.data !== undefined });
}

let current: LiveState | null = null;
const listeners = new Set<() => void>();

function publish(state: LiveState | null): void {
  current = state;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLiveState(): LiveState | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** Milliseconds between polls while the channel is lost, as behind a proxy without WebSockets. */
export const offlinePollMs = 10_000;

/** The pause while the channel is lost, else false. */
export function usePauseWhenNotLive(): number | false {
  return useLiveState() === 'offline' && offlinePollMs;
}

/** In ms. An open channel may have stopped delivering without an error. */
const livePollMs = 300_000;

/** The pause between polls in ms, also while the channel is open. */
export function useLivePause(): number {
  return usePauseWhenNotLive() || livePollMs;
}
