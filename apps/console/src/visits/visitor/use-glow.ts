import { matchMutation, useQueryClient } from '@tanstack/react-query';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { useEffect, useRef, useState } from 'react';
import { visitorChange } from './use-visitor-changes.ts';

/** How long after the answer to an own change a live event may be its echo, in ms. */
const echoMs = 1_000;

/** Pass every live event to `onMessage`; `ids` holds the highlighted visitors. */
export function useGlow() {
  const client = useQueryClient();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const ownAt = useRef(-Infinity);

  useEffect(() => {
    if (ids.size === 0) return undefined;
    const timer = setTimeout(() => setIds(new Set()), 2000);
    return () => clearTimeout(timer);
  }, [ids]);

  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && matchMutation({ mutationKey: visitorChange }, mutation)) ownAt.current = Date.now();
      }),
    [client],
  );

  function isOwn(): boolean {
    return client.isMutating({ mutationKey: visitorChange }) > 0 || Date.now() - ownAt.current < echoMs;
  }

  function onMessage(message: LiveMessage): void {
    if (message.event !== 'visitors_update' || isOwn()) return;
    const changed = message.payload.map(({ id }) => id);
    setIds((before) => new Set([...before, ...changed]));
  }

  return { ids, onMessage };
}
