import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, actions, children }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function useDocumentTitle(title: string) {
  const { t } = useTranslation();
  const product = t('shell.product');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
