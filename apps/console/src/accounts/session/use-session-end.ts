import type { QueryClient } from '@tanstack/react-query';
import { followSessionEnd, forgetTab, sessionQuery } from '@vestibule/web/session.ts';
import { useSyncExternalStore } from 'react';
import { wouldLose } from '../../ui/form/unload-question.ts';

/** Why nobody is signed in any more: by the user's own hand here or in another window, or because the session ended. */
export type SessionEnd = 'loggedOut' | 'left' | 'elsewhere' | 'expired';

let end: SessionEnd | null = null;
let expected: SessionEnd | null = null;
let hasLost = false;
const listeners = new Set<() => void>();

/** Why the last session ended; null when there was none since the page was loaded. */
export function useSessionEnd(): SessionEnd | null {
  return useSyncExternalStore(subscribe, () => end);
}

/** Whether something that was typed and not saved went with the last session. */
export function hasLostWork(): boolean {
  return hasLost;
}

/** Remembers why a session is about to end, until the next begins. */
export function rememberEnd(why: SessionEnd | null) {
  end = why;
  expected = null;
  hasLost = why !== null && wouldLose();
  for (const listener of listeners) listener();
}

/**
 * Says what it will have been, here and in the other windows, should the server end the session before what is under way has an answer; null
 * takes that back.
 */
export function expectEnd(why: SessionEnd | null) {
  expected = why;
  tellOtherWindows({ expected: why });
}

type Message = 'signedIn' | 'signedOut' | { expected: SessionEnd | null };
const windows = new BroadcastChannel('vestibule.session');

/** Tells the other windows of this browser, which share the session. */
export function tellOtherWindows(message: Message) {
  windows.postMessage(message);
}

/** Forgets the user's data once the server, or another window, says that the session is over. */
export function followSession(client: QueryClient) {
  followSessionEnd(client, () => {
    if (end !== 'loggedOut') rememberEnd(expected ?? 'expired');
  });
  windows.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'signedIn') void takeOver(client);
    else if (data !== 'signedOut') ({ expected } = data);
    else if (client.getQueryData(sessionQuery.queryKey)) {
      rememberEnd(expected ?? 'elsewhere');
      forgetTab(client);
    }
  });
}

/** Somebody signed in in another window: if that is not who was signed in here, everything begins anew. */
async function takeOver(client: QueryClient) {
  const before = client.getQueryData(sessionQuery.queryKey);
  const now = await client.query({ ...sessionQuery, staleTime: 0 }).catch(() => null);
  if (!now) return;
  rememberEnd(null);
  if (before && before.user.id !== now.user.id) location.assign('/');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
