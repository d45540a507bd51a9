import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Keeps this screen while `holds` says so when somebody leaves: by a link, or by the browser's way back. */
export function useStay(holds: () => boolean): void {
  const blocker = useBlocker(holds);
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
}
