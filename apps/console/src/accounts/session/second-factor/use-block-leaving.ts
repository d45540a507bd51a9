import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Keeps the user on this screen while `holds()` is true, also against the browser's back button. */
export function useBlockLeaving(holds: () => boolean): void {
  const blocker = useBlocker(holds);
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
}
