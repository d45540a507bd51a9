import { CallFailed } from '@vestibule/web/call.ts';
import { useSyncExternalStore } from 'react';

/** No network, or a network without an answer. */
export type Absence = 'network' | 'noAnswer';

export function absence(): Absence {
  return navigator.onLine ? 'noAnswer' : 'network';
}

/** Why a call did not reach the server; null if it answered. A gateway does not count. */
export function absenceIn(error: unknown): Absence | null {
  const isUnanswered = error instanceof CallFailed ? error.problem === null : isTimeout(error);
  return isUnanswered ? absence() : null;
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

export function useAbsence(): Absence {
  return useSyncExternalStore(subscribe, absence);
}

function subscribe(listener: () => void): () => void {
  const stopped = new AbortController();
  for (const event of ['online', 'offline']) addEventListener(event, listener, { signal: stopped.signal });
  return () => stopped.abort();
}
