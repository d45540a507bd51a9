import { useQueryClient } from '@tanstack/react-query';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { useEffect, useState } from 'react';
import { visitorChange } from './use-visitor-changes.ts';

/** How long after an own act a live event may be its echo, in ms. */
const echo = 1000;

/** Pass every live event to `onMessage`; `ids` holds the highlighted visitors. */
export function useGlow() {
  const client = useQueryClient();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());

  useEffect(() => {
    if (ids.size === 0) return undefined;
    const timer = setTimeout(() => setIds(new Set()), 2000);
    return () => clearTimeout(timer);
  }, [ids]);

  function isOwn(): boolean {
    const changes = client.getMutationCache().findAll({ mutationKey: visitorChange });
    return changes.some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < echo);
  }

  function onMessage(message: LiveMessage): void {
    if (message.event !== 'visitors_update' || isOwn()) return;
    const changed = message.payload.map(({ id }) => id);
    setIds((before) => new Set([...before, ...changed]));
  }

  return { ids, onMessage };
}
