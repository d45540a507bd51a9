import { CallFailed } from '@vestibule/web/call.ts';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useAskedPage } from './use-asked-page.ts';

/** Goes on to the second step where that is what a sign-in was refused for. Answers whether it was. */
export function useSecondStep(): (error: unknown) => boolean {
  const navigate = useNavigate();
  const asked = useAskedPage();
  return useCallback(
    (error) => {
      const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
      if (reason !== 'secondFactorRequired' && reason !== 'secondFactorMissing') return false;
      void navigate('/second-step', { state: { asked, isMissing: reason === 'secondFactorMissing' } });
      return true;
    },
    [navigate, asked],
  );
}
