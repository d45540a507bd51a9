import { CallFailed } from '@vestibule/web/call.ts';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useReturnTo } from './use-return-to.ts';

/** Returns whether the sign-in needs the step, which then opens. */
export function useSecondStep(): (error: unknown) => boolean {
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  return useCallback(
    (error) => {
      const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
      if (reason !== 'secondFactorRequired' && reason !== 'secondFactorMissing') return false;
      void navigate('/second-step', { state: { returnTo, isMissing: reason === 'secondFactorMissing' } });
      return true;
    },
    [navigate, returnTo],
  );
}
