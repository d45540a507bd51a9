import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  /** Beside the title, on the right: the screen's primary button last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen with its title, which is also the document's, its actions and its content. */
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

/** Names the browser's tab after the screen. */
export function useDocumentTitle(title: string) {
  const { t } = useTranslation();
  const product = t('shell.product');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
