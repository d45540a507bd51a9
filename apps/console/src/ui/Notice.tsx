import { CircleAlert, Info } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

interface NoticeProps {
  /** `problem` is announced at once, `information` later. */
  kind: 'problem' | 'information';
  children: ReactNode;
  action?: ReactNode;
}

/** Has an icon, because color alone does not reach all users. */
export function Notice({ kind, children, action }: NoticeProps) {
  const Icon = kind === 'problem' ? CircleAlert : Info;
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <Icon className={classes.icon} size={20} aria-hidden />
      {action ? (
        <div className={classes.withAction}>
          <span className={classes.besideAction}>{children}</span>
          {action}
        </div>
      ) : (
        <div className={classes.words}>{children}</div>
      )}
    </div>
  );
}
