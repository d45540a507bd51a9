import { Button } from '@vestibule/ui/Button.tsx';
import { useId } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { fillCount } from '../ui/fill.ts';
import { useSpoken } from '../ui/texts.tsx';

/** Says that everything will be cleared, and asks whether somebody is still there. */
export function IdleDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const { language, texts } = useSpoken();
  const { idle } = texts;
  const id = useId();
  return (
    <Dialog title={idle.title} describedBy={id} onClose={onStay}>
      <p id={id} aria-live="off">
        {fillCount(idle.text, language, secondsLeft)}
      </p>
      <Button variant="primary" size="large" onClick={onStay} autoFocus>
        {idle.stay}
      </Button>
    </Dialog>
  );
}
