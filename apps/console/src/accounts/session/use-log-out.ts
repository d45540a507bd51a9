import { useSignOut } from '@vestibule/web/session.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { rememberEnd, type SessionEnd, notifyOtherWindows } from './use-session-end.ts';

/** Fails if the server cannot be reached: then the session continues. */
export function useLogOut() {
  const signOut = useSignOut();
  const problemText = useProblemText();
  return async (why: SessionEnd = 'loggedOut') => {
    rememberEnd(why);
    try {
      await signOut.mutateAsync();
      notifyOtherWindows('signedOut');
    } catch (error) {
      rememberEnd(null);
      toast(problemText(error));
    }
  };
}
