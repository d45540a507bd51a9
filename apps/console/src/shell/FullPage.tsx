import { Button } from '@vestibule/ui/Button.tsx';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Link.tsx';
import { useDocumentTitle } from '../ui/Page.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { useRecovery } from '../ui/use-recovery.ts';
import classes from './FullPage.module.css';

const delayMs = 300;

/** Appears after 300 ms, because a screen may still be loading. */
export function NotFound() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return isShown && <NotFoundPage />;
}

function NotFoundPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('shell.notFound.code'));
  return (
    <div className={classes.page}>
      <h1 className={classes.code}>{t('shell.notFound.code')}</h1>
      <p className={classes.title}>{t('shell.notFound.title')}</p>
      <p className={classes.text}>{t('shell.notFound.text')}</p>
      <ButtonLink to="/" size="large">
        {t('shell.notFound.back')}
      </ButtonLink>
    </div>
  );
}

export function Crash() {
  const { t } = useTranslation();
  useDocumentTitle(t('shell.crash.title'));
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>{t('shell.crash.title')}</h1>
      <p className={classes.text}>{t('shell.crash.text')}</p>
      <Button size="large" onClick={() => location.reload()}>
        {t('ui.button.reload')}
      </Button>
      <ButtonLink to="/" size="large" variant="flat">
        {t('shell.notFound.back')}
      </ButtonLink>
    </main>
  );
}

interface UnreachableProps {
  error: Error;
  isTrying: boolean;
  onRetry: () => void;
}

export function Unreachable({ error, isTrying, onRetry }: UnreachableProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  useDocumentTitle(t('shell.unreachable'));
  useRecovery(true, onRetry);
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>{t('shell.unreachable')}</h1>
      <p className={classes.text}>{problemText(error)}</p>
      <Button size="large" onClick={onRetry} loading={isTrying}>
        {t('ui.button.tryAgain')}
      </Button>
    </main>
  );
}
