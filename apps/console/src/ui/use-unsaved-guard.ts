import { useBlocker } from 'react-router';
import { useUnloadQuestion } from './unload-question.ts';

/**
 * Keeps somebody on a screen with unsaved changes until they say that these may be lost: a link and the browser's way back ask
 * with what this answers, which goes into a `DiscardDialog`; reloading and closing ask with the browser's own question.
 */
export function useUnsavedGuard(isUnsaved: boolean): { opened: boolean; onClose: () => void; onDiscard: () => void } {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  useUnloadQuestion(isUnsaved);

  return {
    opened: blocker.state === 'blocked',
    onClose: () => blocker.reset?.(),
    onDiscard: () => blocker.proceed?.(),
  };
}
