import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../ui/Page.tsx';
import classes from './Entrance.module.css';
import { Mark } from './Mark.tsx';

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  useDocumentTitle(title);
  return (
    <div className={classes.entrance}>
      <div className={classes.doors} aria-hidden>
        <div className={classes.door} />
        <div className={classes.door} />
        <div className={classes.door} />
      </div>
      <main className={classes.main}>
        <div className={classes.content}>
          <p className={classes.product}>
            <Mark size={28} />
            {t('shell.product')}
          </p>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
