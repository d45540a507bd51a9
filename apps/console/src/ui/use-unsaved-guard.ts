import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * Keeps somebody on a screen with unsaved changes until they say that these may be lost: a link and the browser's way back ask
 * with what this answers, which goes into a `DiscardDialog`; reloading and closing ask with the browser's own question.
 */
export function useUnsavedGuard(isUnsaved: boolean): { opened: boolean; onClose: () => void; onDiscard: () => void } {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  return {
    opened: blocker.state === 'blocked',
    onClose: () => blocker.reset?.(),
    onDiscard: () => blocker.proceed?.(),
  };
}
