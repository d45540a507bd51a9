import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the finder asks of the screen that it opens. */
export type AskedAct = 'register' | 'print' | 'addTenant';

/** Runs an action that the finder asked for in the state of the address, once. A reload does not repeat it. */
export function useAskedAct(act: AskedAct, run: () => void): void {
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
