import { CallFailed } from '@vestibule/web/call.ts';
import { useSyncExternalStore } from 'react';

/** Why the server is not had: there is no network, or there is one and no answer. */
export type Absence = 'network' | 'noAnswer';

/** Why the server is not had now, as far as a browser knows. */
export function absence(): Absence {
  return navigator.onLine ? 'noAnswer' : 'network';
}

/** Why the server was not had, where a call failed for that; null where it has answered, which a gateway in between has not done for it. */
export function absenceIn(error: unknown): Absence | null {
  const isUnanswered = error instanceof CallFailed ? error.problem === null : isTimeout(error);
  return isUnanswered ? absence() : null;
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
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
