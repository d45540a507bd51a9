import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@vestibule/contract/accounts/own-sessions.ts';
import { CallFailed, call } from '@vestibule/web/call.ts';
import { keyOf, queryOf } from '@vestibule/web/query.ts';

export function useOwnSessions(enabled: boolean) {
  return useQuery({ ...queryOf(listOwnSessions), enabled });
}

/** 'others': all but the current one. Ignores a session that has already ended. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: number | 'others') => {
      if (which === 'others') await call(endOtherSessions);
      else await endOne(which);
    },
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
