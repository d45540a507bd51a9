import { Button } from '@vestibule/ui/Button.tsx';
import { Dialog } from '@vestibule/ui/Dialog.tsx';
import { useId } from 'react';
import { fillCount, useSpoken } from '../ui/texts.tsx';
import { useBack } from './use-back.ts';

export function IdleDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const { language, texts } = useSpoken();
  const { idle } = texts;
  const id = useId();
  useBack(true, onStay);
  return (
    <Dialog isOpen title={idle.title} describedBy={id} onClose={onStay}>
      <p id={id} aria-live="off">
        {fillCount(idle.text, language, secondsLeft)}
      </p>
      <Button variant="primary" size="large" onClick={onStay} data-autofocus>
        {idle.stay}
      </Button>
    </Dialog>
  );
}
