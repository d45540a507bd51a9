import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from './DiscardDialog.tsx';
import { useUnloadQuestion } from '../unload-question.ts';

interface UnsavedGuardProps {
  isUnsaved: boolean;
  onAsk?: (isAsking: boolean) => void;
  onDiscard?: () => void;
}

/** The browser asks at reload and close. */
export function UnsavedGuard({ isUnsaved, ...listeners }: UnsavedGuardProps) {
  // The router supports one blocker at a time.
  return isUnsaved && <Guard {...listeners} />;
}

function Guard({ onAsk, onDiscard }: Omit<UnsavedGuardProps, 'isUnsaved'>) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  const isAsking = blocker.state === 'blocked';
  const report = useEffectEvent((asks: boolean) => onAsk?.(asks));

  useUnloadQuestion(true);
  useEffect(() => {
    report(isAsking);
    return () => report(false);
  }, [isAsking]);

  const discard = () => {
    blocker.proceed?.();
    onDiscard?.();
  };

  return <DiscardDialog opened={isAsking} onClose={() => blocker.reset?.()} onDiscard={discard} />;
}
