import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { openLiveChannel as openLiveChannelCall } from '@vestibule/contract/visits/live-channel.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { CallFailed, call } from './call.ts';
import { type LiveState, openLiveChannel } from './live-channel.ts';
import { createLiveUpdates } from './live-updates.ts';
import { keyOf } from './query.ts';

/** How long an answer may take before the network counts as lost, in milliseconds. */
const patience = 10_000;

/** What a channel is about: a whole company, or one tenant in it. */
export type LiveScope = { companyId: number } | { tenantId: number };

/**
 * Keeps the screen's data live for as long as the screen is shown: every event goes into the query cache. `onMessage`
 * hears of each event as well, for what is not data.
 */
export function useLive(scope: LiveScope, onMessage?: (message: LiveMessage) => void): void {
  const client = useQueryClient();
  const hear = useEffectEvent((message: LiveMessage) => onMessage?.(message));
  const companyId = 'companyId' in scope ? scope.companyId : undefined;
  const tenantId = 'tenantId' in scope ? scope.tenantId : undefined;

  useEffect(() => {
    const updates = createLiveUpdates(client);
    const channel = openLiveChannel({
      address: async (after) => {
        const signal = AbortSignal.timeout(patience);
        try {
          return (await call(openLiveChannelCall, { query: { companyId, tenantId, after } }, { signal })).url;
        } catch (error) {
          if (error instanceof CallFailed && error.status === 404) loseSight(client);
          throw error;
        }
      },
      probe: () => fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(patience) }),
      onMessage: (message) => {
        hear(message);
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

/** The company is not the user's to see any more: whoever shows it is to find that out, and not go on showing it. */
function loseSight(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf(getCompany) });
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

/** The state of the screen's live channel; null on a screen that has none. */
export function useLiveState(): LiveState | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** How often what the live channel tells of is asked for while it is lost, as behind a proxy that lets no socket through, in milliseconds. */
export const pauseWhenNotLive = 10_000;

/** The same while the channel is lost, else false. */
export function usePauseWhenNotLive(): number | false {
  return useLiveState() === 'offline' && pauseWhenNotLive;
}
