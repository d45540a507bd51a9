import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const listeners = new Set<() => void>();
let fetching = 0;

/** Fetches the code of a screen, and lets `useIsScreenComing` know meanwhile. */
export async function fetchScreen<Code>(fetch: () => Promise<Code>): Promise<Code> {
  count(1);
  try {
    return await fetch();
  } finally {
    count(-1);
  }
}

/** Whether another screen was asked for than the one that is shown, and has not arrived yet. */
export function useIsScreenComing(): boolean {
  const { pathname } = useLocation();
  const asked = useSyncExternalStore(subscribe, askedFor);
  return asked !== null && asked !== pathname;
}

/** The browser's address is that of the coming screen at once, the router's only when it is shown. */
function askedFor(): string | null {
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
