import { unlockDevice } from '@vestibule/contract/kiosks/device.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft } from '@vestibule/ui/icons.tsx';
import { useId, useState } from 'react';
import { useDevice } from '../device/use-device.ts';
import { problemId, Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { passwordProblem } from './password-problem.ts';
import { SettingsPasswordInput } from './SettingsPasswordInput.tsx';

/** Asks for the settings password. The connection can be tested without it, because unlocking needs the network. */
export function UnlockScreen({ onUnlock, onClose }: { onUnlock: () => void; onClose: () => void }) {
  const texts = useTexts();
  const { menu, back } = texts;
  const { call } = useDevice();
  const form = useId();
  const [password, setPassword] = useState('');
  const { isBusy, problem, attempt } = useAttempt((error) => passwordProblem(texts, error));

  const unlock = async () => {
    await call(unlockDevice, { body: { password } }, { signal: AbortSignal.timeout(10_000) });
    onUnlock();
  };
  return (
    <Screen
      title={menu.open}
      problem={problem}
      hasField
      left={
        <Button variant="secondary" icon={<ArrowLeft />} onClick={onClose}>
          {back}
        </Button>
      }
      right={
        <Button type="submit" form={form} variant="primary" disabled={isBusy || password === ''}>
          {menu.unlock}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(unlock);
        }}
      >
        <SettingsPasswordInput
          value={password}
          onChange={setPassword}
          problemId={problem === null ? null : problemId}
          enterKeyHint="go"
          autoFocus
        />
      </form>
      <ConnectionTest />
    </Screen>
  );
}
