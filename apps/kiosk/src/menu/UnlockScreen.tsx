import { unlockDevice } from '@vestibule/contract/kiosks/device.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft } from '@vestibule/ui/icons.tsx';
import { useId } from 'react';
import { useDevice } from '../device/use-device.ts';
import { problemId, Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { PasswordForm, usePassword } from './PasswordForm.tsx';
import { useStaffTexts } from '../ui/use-staff-texts.ts';

/** Asks for the settings password. Includes the connection test, because the password cannot be checked offline. */
export function UnlockScreen({ onUnlock, onClose }: { onUnlock: () => void; onClose: () => void }) {
  const { welcome, back } = useTexts();
  const { menu } = useStaffTexts();
  const { call } = useDevice();
  const form = useId();
  const state = usePassword();
  const { password, isBusy, problem } = state;

  const unlock = async () => {
    await call(unlockDevice, { body: { password } }, { signal: AbortSignal.timeout(10_000) });
    onUnlock();
  };
  return (
    <Screen
      title={welcome.menu}
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
      <PasswordForm id={form} problemId={problemId} state={state} onSubmit={unlock} enterKeyHint="go" autoFocus />
      <ConnectionTest />
    </Screen>
  );
}
