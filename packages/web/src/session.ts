import { type Action, can } from '@vestibule/contract/platform/access.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { getSession, login, logout, type Session } from '@vestibule/contract/accounts/session.ts';
import { signInWithWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed, call, onSessionEnd } from './call.ts';

const sessionKey = ['session'];

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

const keptKey = 'session';

/** Keeps the session for this tab; null deletes it. Only the display depends on it. */
export function keepSession(session: Session | null): void {
  if (session) sessionStorage.setItem(keptKey, JSON.stringify(session));
  else sessionStorage.removeItem(keptKey);
}

function keptSession(): Session | null {
  return getSession.reply.safeParse(JSON.parse(sessionStorage.getItem(keptKey) ?? 'null')).data ?? null;
}

export function useSession() {
  return useQuery(sessionQuery);
}

/** The session on screens for signed-in users. Throws elsewhere. */
export function useSignedIn(): Session {
  const { data } = useSession();
  // After the end of a session the screen may render once more.
  const [before] = useState(data);
  const session = data ?? before;
  if (!session) throw new Error('This screen needs a signed-in user.');
  return session;
}

export function useMay(): (action: Action) => boolean {
  const { data } = useSession();
  return (action) => Boolean(data && can(data.user, action));
}

export function useSignIn() {
  return useSessionStart((body: Input<typeof login>['body']) => call(login, { body }));
}

export function useWorkSignIn() {
  return useSessionStart((body: Input<typeof signInWithWorkAccount>['body']) => call(signInWithWorkAccount, { body }));
}

/** Returns a function that begins a session in this tab and removes the data of the user before. */
export function useEnter(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    if (isOtherUser(session)) forgetTab(client);
    else forget(client);
    client.setQueryData(sessionKey, session);
  };
}

let lastUserId: number | null = null;

/** Another user was signed in before, in this tab. */
export function isOtherUser({ user }: Session): boolean {
  return lastUserId !== null && lastUserId !== user.id;
}

function useSessionStart<Proof>(start: (proof: Proof) => Promise<Session>) {
  return useMutation({ mutationFn: start, onSuccess: useEnter() });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await call(logout);
      } catch (error) {
        if (!(error instanceof CallFailed) || error.status !== 401) throw error;
      }
    },
    onSuccess: () => forgetTab(client),
  });
}

/** Does nothing when signed out. Returns a function that stops it. */
export function followSessionEnd(client: QueryClient, onEnded: () => void): () => void {
  return onSessionEnd(() => {
    if (!client.getQueryData(sessionKey)) return;
    forget(client);
    onEnded();
  });
}

/** Ends the session in this tab and deletes what the tab stored of the user. */
export function forgetTab(client: QueryClient): void {
  forget(client);
  sessionStorage.clear();
}

function forget(client: QueryClient): void {
  lastUserId = client.getQueryData(sessionQuery.queryKey)?.user.id ?? lastUserId;
  void client.cancelQueries();
  client.setQueryData(sessionKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  client.getMutationCache().clear();
}
