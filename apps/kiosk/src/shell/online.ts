import { useSyncExternalStore } from 'react';

/** Why the server is not had: there is no network, or there is one and no answer. */
export type Absence = 'network' | 'noAnswer';

/** Why the server is not had now, as far as a browser knows. */
export function absence(): Absence {
  return navigator.onLine ? 'noAnswer' : 'network';
}

/** As `absence`, followed. */
export function useAbsence(): Absence {
  return useSyncExternalStore(subscribe, absence);
}

function subscribe(listener: () => void): () => void {
  const stopped = new AbortController();
  for (const event of ['online', 'offline']) addEventListener(event, listener, { signal: stopped.signal });
  return () => stopped.abort();
}
