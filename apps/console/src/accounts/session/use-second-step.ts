import { CallFailed } from '@vestibule/web/call.ts';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useReturnTo } from './use-return-to.ts';

/** Opens the second step if the server refused the sign-in because it needs one. Returns whether it opened. */
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
