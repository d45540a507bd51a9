import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from '../dialog/DiscardDialog.tsx';
import { useUnloadQuestion } from './unload-question.ts';

interface UnsavedGuardProps {
  isUnsaved: boolean;
  /** Called when the question opens and when it is answered. */
  onAsk?: (isAsking: boolean) => void;
  /** The user leaves and loses unsaved changes. */
  onDiscard?: () => void;
}

/** Asks before unsaved changes are lost: links and Back ask here, reload and close ask by the browser. */
export function UnsavedGuard({ isUnsaved, ...told }: UnsavedGuardProps) {
  // The router supports one blocker at a time.
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
