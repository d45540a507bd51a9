import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerFields } from '@vestibule/contract/visits/answer.ts';
import { listCoveredInvitations, listHostInvitations } from '@vestibule/contract/visits/host-invitation.ts';
import {
  answerHostVisit,
  getHost,
  type HostMe,
  listColleagues,
  listCoveredVisits,
  listHostVisits,
  logoutHost,
  setStandIn,
} from '@vestibule/contract/visits/host.ts';
import { CallFailed, call, type CallInput } from '@vestibule/web/call.ts';
import { keyOf, pageOf, pagesOf, queryOf } from '@vestibule/web/query.ts';
import { forgetDrafts } from '../invitation/use-invite-page.ts';

/** In ms. Hosts have no live channel. Polls pause while the page is hidden. */
const pauses = { visits: 4_000, invitations: 20_000, host: 60_000 };

/** 409: a user has to choose one of several employees. */
const noHost: ReadonlySet<number | null> = new Set([401, 403, 404, 409]);

/** Null without a session of a host, and for a user who is no employee. */
export function useHost() {
  return useQuery({
    queryKey: keyOf(getHost),
    queryFn: async ({ signal }): Promise<HostMe | null> => {
      try {
        return await call(getHost, {}, { signal });
      } catch (error) {
        if (error instanceof CallFailed && noHost.has(error.status)) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data ? pauses.host : false),
    refetchOnWindowFocus: 'always',
  });
}

export function useEnterAsHost(): (me: HostMe) => void {
  const client = useQueryClient();
  return (me) => enter(client, me);
}

/** Forgets what the page knows of the host before. */
function enter(client: QueryClient, me: HostMe | null): void {
  if (me === null) forgetDrafts();
  for (const list of [listHostVisits, listCoveredVisits, listHostInvitations, listCoveredInvitations, listColleagues]) {
    client.removeQueries({ queryKey: keyOf(list) });
  }
  client.setQueryData(keyOf(getHost), me);
}

export function useLogOutHost() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => call(logoutHost), onSuccess: () => enter(client, null) });
}

/** Open visits, and those of today. */
export function useHostVisits() {
  return useQuery({
    ...queryOf(listHostVisits),
    refetchInterval: pauses.visits,
    refetchOnWindowFocus: 'always',
  });
}

/** Those to colleagues whose stand-in the host is. */
export function useCoveredVisits(isOn: boolean) {
  return useQuery({
    ...queryOf(listCoveredVisits),
    enabled: isOn,
    refetchInterval: pauses.visits,
    refetchOnWindowFocus: 'always',
  });
}

export function useAnswer() {
  const client = useQueryClient();
  const [own, covered] = [queryOf(listHostVisits).queryKey, queryOf(listCoveredVisits).queryKey];
  const ofBoth = (act: (queryKey: typeof own | typeof covered) => Promise<void>) =>
    Promise.all([own, covered].map(act));
  return useMutation({
    mutationFn: ({ visitId, body }: { visitId: number; body: AnswerFields }) =>
      call(answerHostVisit, { params: { visitId }, body }),
    // A poll that began before the answer would show the visit without it.
    onMutate: () => ofBoth((queryKey) => client.cancelQueries({ queryKey })),
    onSuccess: (visit) => {
      client.setQueryData(own, (visits) => visits?.map((each) => (each.id === visit.id ? visit : each)));
      client.setQueryData(covered, (visits) =>
        visits?.map((each) => (each.id === visit.id ? { ...each, ...visit } : each)),
      );
    },
    onSettled: () => ofBoth((queryKey) => client.invalidateQueries({ queryKey })),
  });
}

/** From today on, for 30 days. */
export function useComingInvitations() {
  return useInfiniteQuery({
    ...pagesOf(listHostInvitations, { query: { limit: 50 } }),
    refetchInterval: pauses.invitations,
    refetchOnWindowFocus: 'always',
  });
}

/** Those of colleagues whose stand-in the host is, from today on, for 30 days. */
export function useCoveredInvitations(isOn: boolean) {
  return useInfiniteQuery({
    ...pagesOf(listCoveredInvitations, { query: { limit: 50 } }),
    enabled: isOn,
    refetchInterval: pauses.invitations,
    refetchOnWindowFocus: 'always',
  });
}

export function useEarlierInvitations(days: { from: string; to: string }) {
  return useQuery({ ...pageOf(listHostInvitations, { query: { ...days, limit: 200 } }), staleTime: 5 * 60_000 });
}

export function useColleagues(search: string) {
  return useInfiniteQuery(pagesOf(listColleagues, { query: { limit: 50, ...(search && { search }) } }));
}

export function useSetStandIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof setStandIn>['body']) => call(setStandIn, { body }),
    onSuccess: (me) => client.setQueryData(keyOf(getHost), me),
  });
}
