import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Link.tsx';
import { useDocumentTitle } from '../ui/Page.tsx';
import classes from './FullPage.module.css';

/** What the router shows in place of a screen that threw. */
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
