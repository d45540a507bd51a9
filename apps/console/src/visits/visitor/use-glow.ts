import { useQueryClient } from '@tanstack/react-query';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { useEffect, useState } from 'react';
import { visitorChange } from './use-visitor-changes.ts';

/** How long after an act of this desk a message may still be its echo, in milliseconds. */
const echo = 1000;

/**
 * The visitors that somebody else just changed: `hear` every live message, and their ids are in `ids` for as long as
 * the row needs to arrive and to glow.
 */
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

  function hear(message: LiveMessage): void {
    if (message.event !== 'visitors_update' || isOwn()) return;
    const changed = message.payload.map(({ id }) => id);
    setIds((before) => new Set([...before, ...changed]));
  }

  return { ids, hear };
}
