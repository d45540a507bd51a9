import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../ui/Page.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { useRecovery } from '../ui/use-recovery.ts';
import classes from './FullPage.module.css';

interface UnreachableProps {
  error: Error;
  isTrying: boolean;
  onRetry: () => void;
}

/** Nobody knows yet whether somebody is signed in, because the server does not say. */
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
