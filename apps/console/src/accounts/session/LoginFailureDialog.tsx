import { Button } from '@vestibule/ui/Button.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { TextLink } from '../../ui/Link.tsx';

interface LoginFailureDialogProps {
  opened: boolean;
  failure: Error | null;
  email: string;
  onClose: () => void;
}

export function LoginFailureDialog({ opened, failure, email, onClose }: LoginFailureDialogProps) {
  const { t } = useTranslation();
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(failure);
  if (failure && failure !== shown) setShown(failure);

  const problem = shown instanceof CallFailed ? shown.problem : null;
  const title =
    problem?.reason === 'incorrectPassword'
      ? t('session.login.incorrect')
      : problem?.reason === 'accountBlocked'
        ? t('session.login.blocked')
        : t('session.login.failed');

  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {shown && <Explanation failure={shown} />}
      {(problem?.reason === 'incorrectPassword' || problem?.reason === 'accountBlocked') && (
        <p>
          <TextLink to="/recovery" state={{ email }}>
            {t('session.login.newPassword')}
          </TextLink>
        </p>
      )}
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {t('ui.button.ok')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Explanation({ failure }: { failure: Error }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const problem = failure instanceof CallFailed ? failure.problem : null;

  if (problem?.reason === 'incorrectPassword' && problem.attemptsLeft !== undefined) {
    const { attemptsMade: made, attemptsLeft } = problem;
    return <p>{t('session.login.attempts', { made, count: attemptsLeft })}</p>;
  }
  // The address itself is refused at its field. Here the identity provider is missing.
  if (problem?.reason === 'notFound') return <p>{t('workAccount.none')}</p>;
  if (problem?.reason === 'accountBlocked') return <Countdown seconds={problem.secondsLeft ?? 3600} />;
  return <p>{problemText(failure)}</p>;
}

/** Counts minutes, rounded up. */
function Countdown({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, (end - Date.now()) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [end]);

  if (left === 0) return <p>{t('session.login.blockOver')}</p>;
  return <p>{t('session.login.blockedFor', { count: Math.ceil(left / 60) })}</p>;
}
