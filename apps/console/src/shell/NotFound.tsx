import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Link.tsx';
import { useDocumentTitle } from '../ui/Page.tsx';
import classes from './FullPage.module.css';

const delay = 300;

/** The 404 screen. It appears after 300 ms, so that a moment of not knowing yet does not show as an error. */
export function NotFound() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delay);
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
