import { type Action, can } from '@vestibule/contract/platform/access.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { getSession, login, logout, type Session } from '@vestibule/contract/accounts/session.ts';
import { signInWithWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed, call, onSessionEnd } from './call.ts';

const sessionKey = ['session'];

/** Who is signed in; `data` is null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await call(getSession, {}, { signal });
    } catch (error) {
      if (error instanceof CallFailed && error.status === 401) return null;
      const kept = error instanceof CallFailed && error.status === null ? keptSession() : null;
      if (kept) return kept;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
  gcTime: Infinity,
});

/** Where this tab keeps who is signed in, for a screen that can be loaded again without a network. */
const keptKey = 'session';

/** Keeps who is signed in for this tab alone; null forgets it. Only what is shown depends on it: the server trusts none of it. */
export function keepSession(session: Session | null): void {
  if (session) sessionStorage.setItem(keptKey, JSON.stringify(session));
  else sessionStorage.removeItem(keptKey);
}

function keptSession(): Session | null {
  return getSession.reply.safeParse(JSON.parse(sessionStorage.getItem(keptKey) ?? 'null')).data ?? null;
}

/** Who is signed in: null when nobody is, undefined while that is being asked. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** The session on a screen that only signed-in users reach; elsewhere it throws. */
export function useSignedIn(): Session {
  const { data } = useSession();
  // When the session ends, what is still on the screen may be drawn once more before it goes.
  const [before] = useState(data);
  const session = data ?? before;
  if (!session) throw new Error('This screen is shown only to somebody who is signed in.');
  return session;
}

/** Asks whether the role of the user may do something at all; nobody may do anything while signed out. */
export function useMay(): (action: Action) => boolean {
  const { data } = useSession();
  return (action) => Boolean(data && can(data.user, action));
}

/** Signs in with e-mail and password. What an earlier user left in the cache is gone afterwards. */
export function useSignIn() {
  return useSessionStart((body: Input<typeof login>['body']) => call(login, { body }));
}

/** Signs in with what the browser brought back from the identity provider; in all else as `useSignIn`. */
export function useWorkSignIn() {
  return useSessionStart((body: Input<typeof signInWithWorkAccount>['body']) => call(signInWithWorkAccount, { body }));
}

/** Takes over a session that began by another call; in all else as `useSignIn`. */
export function useEnter(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    if (isSomebodyElse(session)) forgetTab(client);
    else forget(client);
    client.setQueryData(sessionKey, session);
  };
}

/** Who was signed in last; null where nobody was since the page was loaded. */
let lastUserId: number | null = null;

/** Whether this is somebody else's session than the one that ended before it: what that one left is not for them. */
export function isSomebodyElse({ user }: Session): boolean {
  return lastUserId !== null && lastUserId !== user.id;
}

function useSessionStart<Proof>(start: (proof: Proof) => Promise<Session>) {
  return useMutation({ mutationFn: start, onSuccess: useEnter() });
}

/** Signs out: the server ends the session first, then the client forgets everything about the user. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await call(logout);
      } catch (error) {
        // A session that was over already is as good.
        if (!(error instanceof CallFailed) || error.status !== 401) throw error;
      }
    },
    onSuccess: () => forgetTab(client),
  });
}

/**
 * Forgets everything when the server says that the session is over, and then tells `onEnded`. Says nothing while
 * nobody is signed in. Answers a function that stops it.
 */
export function followSessionEnd(client: QueryClient, onEnded: () => void): () => void {
  return onSessionEnd(() => {
    if (!client.getQueryData(sessionKey)) return;
    forget(client);
    onEnded();
  });
}

/** Forgets what the tab keeps over a reload as well, for somebody who left by hand: a session that merely ended may go on. */
export function forgetTab(client: QueryClient): void {
  forget(client);
  sessionStorage.clear();
}

/** Leaves the client as it was before anybody signed in. */
function forget(client: QueryClient): void {
  lastUserId = client.getQueryData(sessionQuery.queryKey)?.user.id ?? lastUserId;
  void client.cancelQueries();
  client.setQueryData(sessionKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  client.getMutationCache().clear();
}
