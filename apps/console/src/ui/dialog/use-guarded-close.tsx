import { type ReactNode, useState } from 'react';
import { DiscardDialog } from './DiscardDialog.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';

interface GuardOptions {
  opened: boolean;
  onClose: () => void;
  isBusy: boolean;
  isUnsaved: boolean;
  /** Leaving would lose something; input by default. */
  isLostByLeaving?: boolean;
}

interface GuardedClose {
  close: () => void;
  questions: ReactNode;
}

/** Asks before input is lost, also when the user leaves the screen. */
export function useGuardedClose({
  opened,
  onClose,
  isBusy,
  isUnsaved,
  isLostByLeaving = isUnsaved,
}: GuardOptions): GuardedClose {
  const [discarding, setDiscarding] = useState(false);
  const [leaving, setLeaving] = useState(false);

  const close = () => {
    if (isBusy) return;
    if (isUnsaved) setDiscarding(true);
    else onClose();
  };

  const discard = () => {
    setDiscarding(false);
    onClose();
  };

  return {
    close,
    questions: (
      <>
        <UnsavedGuard isUnsaved={opened && isLostByLeaving} onAsk={setLeaving} onDiscard={discard} />
        <DiscardDialog opened={discarding && !leaving} onClose={() => setDiscarding(false)} onDiscard={discard} />
      </>
    ),
  };
}
