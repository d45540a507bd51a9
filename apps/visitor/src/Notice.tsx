import type { PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import type { Reason } from './pass-calls.ts';

interface NoticeProps {
  title: string;
  text?: string;
  button?: { label: string; onClick: () => void };
  isBusy?: boolean;
}

export function Notice({ title, text, button, isBusy = false }: NoticeProps) {
  return (
    <main class="notice" aria-busy={isBusy}>
      <h1>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {button && (
        <button class="main" onClick={button.onClick}>
          {button.label}
        </button>
      )}
    </main>
  );
}

/** Names the case of a failed call and the next step. */
export function problemText(t: PassTexts, problem: Reason): string {
  switch (problem) {
    case 'offline':
      return `${t.offline}. ${t.failed}`;
    case 'tooManyRequests':
      return t.tooMany;
    case 'passIsOver':
      return t.overHelp;
    case 'visitorIsCheckedIn':
      return t.alreadyInside;
    case 'visitorIsNotCheckedIn':
      return t.alreadyLeft;
    default:
      return t.serverFailed;
  }
}

interface FailureProps {
  t: PassTexts;
  problem: Reason;
  onRetry: () => void;
}

/** In place of a page that could not be loaded. */
export function Failure({ t, problem, onRetry }: FailureProps) {
  const button = { label: t.retry, onClick: onRetry };
  if (problem === 'offline') return <Notice title={t.offline} text={t.failed} button={button} />;
  return <Notice title={problemText(t, problem)} button={button} />;
}
