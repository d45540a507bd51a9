import { unlockDevice } from '@vestibule/contract/kiosks/device.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { ArrowLeft } from '@vestibule/ui/icons.tsx';
import { useId, useState } from 'react';
import { useDevice } from '../device/use-device.ts';
import { problemId, Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { typing } from '../ui/typing.ts';
import { useAttempt } from '../ui/use-attempt.ts';
import { ConnectionTest } from './ConnectionTest.tsx';
import { passwordProblem } from './password-problem.ts';

/** Asks for the settings password. The connection can be tested without it: without a network nobody gets any further. */
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
          enterKeyHint="go"
          autoFocus
        />
      </form>
      <ConnectionTest />
    </Screen>
  );
}
