import { CallFailed } from '@vestibule/web/call.ts';
import { useId, useState } from 'react';
import { useDevice } from '../device/use-device.ts';
import { absence } from '../shell/online.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { problemId, Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { groupKey, isWholeKey } from './licence-key.ts';

/** Asks for the licence key without which a kiosk serves nobody. */
export function LicenceScreen() {
  const { licence, problem: problems } = useTexts();
  const device = useDevice();
  const form = useId();
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const textOf = (error: unknown) => {
    if (!(error instanceof CallFailed)) return problems.other;
    const reason = error.problem?.reason;
    if (reason === 'licenseNotFound' || reason === 'licenseInUse') return licence[reason];
    if (reason === 'tooManyRequests') return problems.tooManyRequests;
    return error.status === null ? problems[absence()] : problems.other;
  };
  const activate = async (key: string) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await device.activate(key);
    } catch (error) {
      setProblem(textOf(error));
    }
    setIsBusy(false);
  };
  const type = (text: string) => {
    const key = groupKey(text);
    setTyped(key);
    setProblem(null);
    // The last character is the one that ends the waiting.
    if (isWholeKey(key) && key !== typed) void activate(key);
  };
  return (
    <Screen
      title={licence.title}
      text={licence.text}
      problem={problem}
      hasField
      right={
        <Button type="submit" form={form} variant="primary" disabled={isBusy || !isWholeKey(typed)}>
          {licence.activate}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && isWholeKey(typed)) void activate(typed);
        }}
      >
        <Field
          label={licence.label}
          value={typed}
          onChange={type}
          problem={problem && problemId}
          readOnly={isBusy}
          autoCapitalize="characters"
          enterKeyHint="go"
          autoFocus
        />
      </form>
    </Screen>
  );
}
