import type { PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import { useState } from 'preact/hooks';
import { Asking } from './Asking.tsx';
import { type Reason, reasonOf } from './pass-calls.ts';

interface ProvePhoneProps {
  t: PassTexts;
  isBusy: boolean;
  phone: string;
  sendCode: () => Promise<unknown>;
  onCode: (code: string) => void;
  isWrong: boolean;
  onBack: () => void;
}

/** Proves the phone by a code, so that the pass may show, change and delete the data for the next visit. */
export function ProvePhone({ t, isBusy, phone, sendCode, onCode, isWrong, onBack }: ProvePhoneProps) {
  const [isSent, setIsSent] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<Reason>();
  const { prove } = t;
  const send = async () => {
    setIsSending(true);
    setProblem(undefined);
    try {
      await sendCode();
      setIsSent(true);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setIsSending(false);
    }
  };
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const typed = new FormData(event.currentTarget).get('code');
    if (typeof typed === 'string' && typed.trim() !== '') onCode(typed.trim());
  };
  return (
    <Asking
      t={t}
      isBusy={isBusy || isSending}
      title={t.what.visitor}
      text={isSent ? prove.sent(phone) : prove.help}
      onBack={onBack}
    >
      {isSent && (
        <form class="stack" onSubmit={confirm}>
          <label>
            {prove.code}
            <input
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={32}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? 'code-problem' : undefined}
            />
          </label>
          {isWrong && (
            <p class="problem" id="code-problem" role="alert">
              {prove.wrong}
            </p>
          )}
          <button class="main">{prove.confirm}</button>
        </form>
      )}
      <button class={isSent ? '' : 'main'} onClick={() => void send()}>
        {prove.send}
      </button>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem === 'tooManyRequests' ? t.tooMany : problem === 'invalidPhone' ? t.phoneInvalid : t.failed}
        </p>
      )}
    </Asking>
  );
}
