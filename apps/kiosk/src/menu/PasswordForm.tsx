import type { KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import type { StaffTexts } from '@vestibule/phrases/en/kiosks/staff.ts';
import { TextInput, type TextInputProps } from '@vestibule/ui/TextInput.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useState } from 'react';
import { absenceIn } from '../shell/online.ts';
import { sayRefusal } from '../ui/refusal-texts.ts';
import { useTexts } from '../ui/texts.tsx';
import { typing } from '../ui/typing.ts';
import { useAttempt } from '../ui/use-attempt.ts';
import { useStaffTexts } from '../ui/use-staff-texts.ts';

export function usePassword() {
  const texts = useTexts();
  const { menu } = useStaffTexts();
  const [password, setPassword] = useState('');
  return { password, setPassword, ...useAttempt((error) => describeProblem({ texts, menu }, error)) };
}

interface PasswordFormProps extends Pick<TextInputProps, 'autoFocus' | 'enterKeyHint'> {
  id: string;
  problemId: string;
  state: ReturnType<typeof usePassword>;
  onSubmit: () => Promise<void>;
}

export function PasswordForm({ id, problemId, state, onSubmit, ...input }: PasswordFormProps) {
  const { menu } = useStaffTexts();
  const { password, setPassword, problem, attempt } = state;
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(onSubmit);
      }}
    >
      <TextInput
        {...typing}
        {...input}
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
  );
}

function describeProblem({ texts, menu }: { texts: KioskTexts; menu: StaffTexts['menu'] }, error: unknown): string {
  const absence = absenceIn(error);
  if (absence !== null) return absence === 'network' ? menu.passwordAway : sayRefusal(texts, 'noAnswer');
  const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
  if (reason === 'passwordIncorrect') return menu.passwordIncorrect;
  return reason === 'tooManyRequests' ? menu.passwordTooOften : sayRefusal(texts, 'other');
}
