import { useEffect, useEffectEvent } from 'react';

/** Runs `work` each time that the dialog opens. */
export function useWhenOpened(opened: boolean, work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    if (opened) run();
  }, [opened]);
}
