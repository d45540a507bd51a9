import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Blocks the browser's back button too. */
export function useBlockLeaving(holds: () => boolean): void {
  const blocker = useBlocker(holds);
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
}
