import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOwnSession, listOwnSessions } from '@vestibule/contract/own-sessions.ts';
import { CallFailed, call } from '@vestibule/web/call.ts';
import { keyOf, queryOf } from '@vestibule/web/query.ts';

/** The browsers in which the user is signed in; asked for while `enabled`. */
export function useOwnSessions(enabled: boolean) {
  return useQuery({ ...queryOf(listOwnSessions), enabled });
}

/** Ends sessions; one that was over already is as good. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) => Promise.all(ids.map(endOne)),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listOwnSessions) }),
  });
}

async function endOne(sessionId: number): Promise<void> {
  try {
    await call(endOwnSession, { params: { sessionId } });
  } catch (error) {
    if (!(error instanceof CallFailed && error.status === 404)) throw error;
  }
}
