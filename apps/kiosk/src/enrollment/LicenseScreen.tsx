import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useId, useState } from 'react';
import { useDevice } from '../device/use-device.ts';
import { absenceIn } from '../shell/online.ts';
import { Screen, problemId } from '../ui/Screen.tsx';
import { sayRefusal } from '../ui/refusal-texts.ts';
import { useTexts } from '../ui/texts.tsx';
import { useStaffTexts } from '../ui/use-staff-texts.ts';
import { typing } from '../ui/typing.ts';
import { useAttempt } from '../ui/use-attempt.ts';

export function LicenseScreen() {
  const texts = useTexts();
  const { license } = useStaffTexts();
  const device = useDevice();
  const form = useId();
  const [typed, setTyped] = useState('');
  const { isBusy, problem, attempt, forgetProblem } = useAttempt((error) => {
    const without = absenceIn(error);
    if (without !== null) return sayRefusal(texts, without);
    const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
    if (reason === 'licenseNotFound' || reason === 'licenseInUse') return license[reason];
    return sayRefusal(texts, reason === 'tooManyRequests' ? reason : 'other');
  });
  const activate = (key: string) => attempt(() => device.activate(key));
  const type = (text: string) => {
    const key = groupKey(text);
    setTyped(key);
    forgetProblem();
    // The last character submits the form.
    if (isWholeKey(key) && key !== typed) void activate(key);
  };
  return (
    <Screen
      title={license.title}
      text={license.text}
      problem={problem}
      hasField
      right={
        <Button type="submit" form={form} variant="primary" disabled={isBusy || !isWholeKey(typed)}>
          {license.activate}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isWholeKey(typed)) void activate(typed);
        }}
      >
        <TextInput
          {...typing}
          label={license.label}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          readOnly={isBusy}
          autoCapitalize="characters"
          enterKeyHint="go"
          autoFocus
        />
      </form>
    </Screen>
  );
}

const length = 25;
const groups = /.{5}(?=.)/g;

/** Formats a typed key in groups of five, ignoring case, spaces and dashes. */
export function groupKey(typed: string): string {
  const characters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return characters.slice(0, length).replaceAll(groups, '$&-');
}

export function isWholeKey(typed: string): boolean {
  return typed.replaceAll('-', '').length === length;
}
