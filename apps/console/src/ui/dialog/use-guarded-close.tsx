import { type ReactNode, useState } from 'react';
import { DiscardDialog } from './DiscardDialog.tsx';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';

interface GuardOptions {
  opened: boolean;
  onClose: () => void;
  /** Nothing closes it while it is busy. */
  isBusy: boolean;
  /** Closing would lose typed text. */
  isUnsaved: boolean;
  /** Leaving would lose something; typed text by default. */
  isLostByLeaving?: boolean;
}

interface GuardedClose {
  /** Closes it, or asks first. */
  close: () => void;
  /** To render beside it. */
  questions: ReactNode;
}

/** Closes a dialog, and asks before typed text is lost, also when the user leaves the screen. */
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
