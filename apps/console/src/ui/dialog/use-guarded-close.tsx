import { type ReactNode, useState } from 'react';
import { DiscardDialog } from './DiscardDialog.tsx';
import { UnsavedGuard } from '../form/UnsavedGuard.tsx';

interface GuardOptions {
  opened: boolean;
  onClose: () => void;
  /** Nothing closes it meanwhile. */
  isBusy: boolean;
  /** What was typed would be lost with it. */
  isUnsaved: boolean;
  /** Something would be lost by leaving the screen; what was typed if not given. */
  isLostByLeaving?: boolean;
}

interface GuardedClose {
  /** Closes it, or asks first. */
  close: () => void;
  /** To be rendered beside it. */
  questions: ReactNode;
}

/** Closes a dialog, and asks before what was typed in it is lost. So it does where somebody leaves the screen. */
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
