import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from '../dialog/DiscardDialog.tsx';
import { useUnloadQuestion } from './unload-question.ts';

interface UnsavedGuardProps {
  isUnsaved: boolean;
  /** Told when the question opens and when it has been answered. */
  onAsk?: (isAsking: boolean) => void;
  /** Somebody leaves, and what was not saved is lost. */
  onDiscard?: () => void;
}

/**
 * Keeps somebody on a screen with unsaved changes until they say that these may be lost: a link and the browser's way back ask
 * here, reloading and closing ask with the browser's own question.
 */
export function UnsavedGuard({ isUnsaved, ...told }: UnsavedGuardProps) {
  // The router listens to one at a time, so those that have nothing to guard are not there.
  return isUnsaved && <Guard {...told} />;
}

function Guard({ onAsk, onDiscard }: Omit<UnsavedGuardProps, 'isUnsaved'>) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  const isAsking = blocker.state === 'blocked';
  const tell = useEffectEvent((asks: boolean) => onAsk?.(asks));

  useUnloadQuestion(true);
  useEffect(() => {
    tell(isAsking);
    return () => tell(false);
  }, [isAsking]);

  const discard = () => {
    blocker.proceed?.();
    onDiscard?.();
  };

  return <DiscardDialog opened={isAsking} onClose={() => blocker.reset?.()} onDiscard={discard} />;
}
