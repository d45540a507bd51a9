import { useState } from 'react';

/**
 * What a dialog is about. `dialog` is what to give to it: `target` stays while the dialog fades, so that its words do
 * not change under the eye.
 */
export function useTarget<Target>() {
  const [target, setTarget] = useState<Target | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (next: Target) => {
    setTarget(next);
    setOpened(true);
  };
  return { open, dialog: { target, opened, onClose: () => setOpened(false) } };
}

/** What a dialog about something takes. */
export interface TargetDialog<Target> {
  target: Target | null;
  opened: boolean;
  onClose: () => void;
}
