import { Button } from '@vestibule/ui/Button.tsx';
import { Dialog } from '@vestibule/ui/Dialog.tsx';
import { useId } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import { useBack } from '../shell/use-back.ts';
import { useTexts } from '../ui/texts.tsx';
import classes from './MenuScreen.module.css';
import { PasswordForm, usePassword } from './PasswordForm.tsx';
import { useStaffTexts } from '../ui/use-staff-texts.ts';

/** Removes the kiosk, given the settings password. */
export function DeprovisionDialog({ onClose }: { onClose: () => void }) {
  const { close } = useTexts();
  const { menu } = useStaffTexts();
  const device = useDevice();
  const { waiting } = useRunning();
  const form = useId();
  const problemId = useId();
  const state = usePassword();
  const { password, isBusy, problem } = state;

  // Closing does not cancel a sent request.
  const leave = () => {
    if (!isBusy) onClose();
  };
  useBack(true, leave);
  return (
    <Dialog isOpen isForm title={menu.deprovision} onClose={leave}>
      <p>{menu.deprovisionText}</p>
      {waiting > 0 && <p className={classes.problem}>{menu.deprovisionWaiting}</p>}
      <PasswordForm id={form} problemId={problemId} state={state} onSubmit={() => device.deprovision(password)} />
      {problem !== null && (
        <p id={problemId} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="secondary" onClick={leave} disabled={isBusy}>
          {close}
        </Button>
        <Button type="submit" form={form} variant="danger" disabled={isBusy}>
          {menu.remove}
        </Button>
      </div>
    </Dialog>
  );
}
