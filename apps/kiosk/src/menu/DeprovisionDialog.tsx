import { Button } from '@vestibule/ui/Button.tsx';
import { useId, useState } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useTexts } from '../ui/texts.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import classes from './DeprovisionDialog.module.css';
import { passwordProblem } from './password-problem.ts';
import { SettingsPasswordInput } from './SettingsPasswordInput.tsx';

/** Removes the kiosk for a user who knows the settings password. */
export function DeprovisionDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { menu, close } = texts;
  const device = useDevice();
  const { waiting } = useRunning();
  const form = useId();
  const problemId = useId();
  const [password, setPassword] = useState('');
  const { isBusy, problem, attempt } = useAttempt((error) => passwordProblem(texts, error));

  // Closing does not cancel a request that has been sent.
  const leave = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog title={menu.deprovision} onClose={leave}>
      <p>{menu.deprovisionText}</p>
      {waiting > 0 && <p className={classes.problem}>{menu.deprovisionWaiting}</p>}
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() => device.deprovision(password));
        }}
      >
        <SettingsPasswordInput
          value={password}
          onChange={setPassword}
          problemId={problem === null ? null : problemId}
          autoFocus
        />
      </form>
      {problem !== null && (
        <p id={problemId} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={classes.acts}>
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
