import { Button } from '@vestibule/ui/Button.tsx';
import { Dialog } from '@vestibule/ui/Dialog.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useId, useState } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import { useBack } from '../shell/use-back.ts';
import { useTexts } from '../ui/texts.tsx';
import { typing } from '../ui/typing.ts';
import { useAttempt } from '../ui/use-attempt.ts';
import classes from './DeprovisionDialog.module.css';
import { passwordProblem } from './password-problem.ts';

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
  useBack(true, leave);
  return (
    <Dialog isOpen isForm title={menu.deprovision} onClose={leave}>
      <p>{menu.deprovisionText}</p>
      {waiting > 0 && <p className={classes.problem}>{menu.deprovisionWaiting}</p>}
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() => device.deprovision(password));
        }}
      >
        <TextInput
          {...typing}
          label={menu.password}
          type="password"
          autoComplete="new-password"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          maxLength={512}
          data-autofocus
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
