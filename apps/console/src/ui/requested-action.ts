import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type RequestedAction = 'register' | 'print' | 'addTenant' | 'invite';

/** A reload does not repeat the action. */
export function useRequestedAction(act: RequestedAction, run: () => void): void {
  const location = useLocation();
  const { key, search } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const isAsked = typeof state === 'object' && state !== null && 'act' in state && state.act === act;
  const runLatest = useEffectEvent(() => {
    void navigate({ search }, { replace: true, state: null });
    run();
  });
  useEffect(() => {
    if (isAsked) runLatest();
  }, [isAsked, key]);
}
