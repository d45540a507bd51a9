import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@vestibule/contract/accounts/own-sessions.ts';
import { endHostSession, endOtherHostSessions, listHostSessions } from '@vestibule/contract/visits/host.ts';
import { CallFailed, call } from '@vestibule/web/call.ts';
import { keyOf, queryOf } from '@vestibule/web/query.ts';

/** Users of the console and hosts have sessions of their own. */
export type SessionOwner = 'user' | 'host';

export function useOwnSessions(owner: SessionOwner, enabled: boolean) {
  const ofUser = useQuery({ ...queryOf(listOwnSessions), enabled: enabled && owner === 'user' });
  const ofHost = useQuery({ ...queryOf(listHostSessions), enabled: enabled && owner === 'host' });
  return owner === 'host' ? ofHost : ofUser;
}

/** 'others': all but the current one. Ignores a session that has already ended. */
export function useEndSessions(owner: SessionOwner) {
  const client = useQueryClient();
  const isHost = owner === 'host';
  return useMutation({
    mutationFn: async (which: number | 'others') => {
      if (which !== 'others') await endOne(isHost, which);
      else if (isHost) await call(endOtherHostSessions);
      else await call(endOtherSessions);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(isHost ? listHostSessions : listOwnSessions) }),
  });
}

async function endOne(isHost: boolean, sessionId: number): Promise<void> {
  try {
    if (isHost) await call(endHostSession, { params: { sessionId } });
    else await call(endOwnSession, { params: { sessionId } });
  } catch (error) {
    if (!(error instanceof CallFailed && error.status === 404)) throw error;
  }
}
