import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { fill } from '../ui/fill.ts';
import { useTexts } from '../ui/texts.tsx';

/** Says that everything will be cleared, and asks whether somebody is still there. */
export function IdleDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const { idle } = useTexts();
  return (
    <Dialog title={idle.title} onClose={onStay}>
      <p aria-live="off">{fill(idle.text, { count: secondsLeft })}</p>
      <Button variant="primary" size="tall" onClick={onStay} autoFocus>
        {idle.stay}
      </Button>
    </Dialog>
  );
}
