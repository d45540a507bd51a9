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

/** Of several dialogs about one thing, of which the kind of act opens one: what to give to the dialog of a kind. */
export function dialogsByKind<Act extends { kind: string }, Target>(
  { target: act, opened, onClose }: TargetDialog<Act>,
  targetOf: (act: Act) => Target,
): (kind: Act['kind']) => TargetDialog<Target> {
  return (kind) => ({ target: act && targetOf(act), opened: opened && act?.kind === kind, onClose });
}
