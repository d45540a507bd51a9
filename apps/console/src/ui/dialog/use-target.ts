import { useState } from 'react';

/** `target` stays while the dialog fades out, so that its text does not change. */
export function useTarget<Target>() {
  const [target, setTarget] = useState<Target | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (next: Target) => {
    setTarget(next);
    setOpened(true);
  };
  return { open, dialog: { target, opened, onClose: () => setOpened(false) } };
}

export interface TargetDialog<Target> {
  target: Target | null;
  opened: boolean;
  onClose: () => void;
}

export function dialogsByKind<Act extends { kind: string }, Target>(
  { target: act, opened, onClose }: TargetDialog<Act>,
  targetOf: (act: Act) => Target,
): (kind: Act['kind']) => TargetDialog<Target> {
  return (kind) => ({ target: act && targetOf(act), opened: opened && act?.kind === kind, onClose });
}
