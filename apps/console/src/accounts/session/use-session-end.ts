import type { QueryClient } from '@tanstack/react-query';
import { followSessionEnd, forgetTab, sessionQuery } from '@vestibule/web/session.ts';
import { useSyncExternalStore } from 'react';
import { wouldLose } from '../../ui/unload-question.ts';

export type SessionEnd = 'loggedOut' | 'left' | 'elsewhere' | 'expired';

let end: SessionEnd | null = null;
let expected: SessionEnd | null = null;
let hasLost = false;
const listeners = new Set<() => void>();

/** Null if no session ended since the page loaded. */
export function useSessionEnd(): SessionEnd | null {
  return useSyncExternalStore(subscribe, () => end);
}

export function hasLostWork(): boolean {
  return hasLost;
}

export function rememberEnd(why: SessionEnd | null) {
  end = why;
  expected = null;
  hasLost = why !== null && wouldLose();
  for (const listener of listeners) listener();
}

/** Call it first: the server may end the session before it answers. Null clears the reason. */
export function expectEnd(why: SessionEnd | null) {
  expected = why;
  notifyOtherWindows({ expected: why });
}

type Message = 'signedIn' | 'signedOut' | { expected: SessionEnd | null };
const windows = new BroadcastChannel('vestibule.session');

export function notifyOtherWindows(message: Message) {
  windows.postMessage(message);
}

/** Forgets the user's data when the session ends. */
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
