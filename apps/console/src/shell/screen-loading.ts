import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const listeners = new Set<() => void>();
let fetching = 0;

/** `useIsScreenLoading` is true until the code has arrived. */
export async function fetchScreen<Code>(fetch: () => Promise<Code>): Promise<Code> {
  count(1);
  try {
    return await fetch();
  } finally {
    count(-1);
  }
}

export function useIsScreenLoading(): boolean {
  const { pathname } = useLocation();
  const requested = useSyncExternalStore(subscribe, requestedPath);
  return requested !== null && requested !== pathname;
}

/** The browser's address changes at once, the router's when the screen is shown. */
function requestedPath(): string | null {
  return fetching > 0 ? location.pathname : null;
}

function count(change: number) {
  fetching += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
