import type { QueryClient } from '@tanstack/react-query';
import { followSessionEnd, forgetTab, sessionQuery } from '@vestibule/web/session.ts';
import { useSyncExternalStore } from 'react';
import { wouldLose } from '../../ui/form/unload-question.ts';

/** Why the session ended: here or in another window, by the user or by the server. */
export type SessionEnd = 'loggedOut' | 'left' | 'elsewhere' | 'expired';

let end: SessionEnd | null = null;
let expected: SessionEnd | null = null;
let hasLost = false;
const listeners = new Set<() => void>();

/** Why the last session ended; null if there was none since the page loaded. */
export function useSessionEnd(): SessionEnd | null {
  return useSyncExternalStore(subscribe, () => end);
}

/** Whether unsaved input was lost with the last session. */
export function hasLostWork(): boolean {
  return hasLost;
}

export function rememberEnd(why: SessionEnd | null) {
  end = why;
  expected = null;
  hasLost = why !== null && wouldLose();
  for (const listener of listeners) listener();
}

/** Sets the reason for all windows, in case the server ends the session before it answers. Null clears the reason. */
export function expectEnd(why: SessionEnd | null) {
  expected = why;
  notifyOtherWindows({ expected: why });
}

type Message = 'signedIn' | 'signedOut' | { expected: SessionEnd | null };
const windows = new BroadcastChannel('vestibule.session');

/** Sends a message to the other windows of this browser, which share the session. */
export function notifyOtherWindows(message: Message) {
  windows.postMessage(message);
}

/** Forgets the data of the user when the server or another window ends the session. */
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

/** A different user signed in in another window, so this window starts over. */
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
