import type { User } from '@vestibule/contract/user.ts';
import { useTranslation } from 'react-i18next';
import classes from './UserStatus.module.css';

/** Whether somebody can sign in or was only invited: a dot and a word. */
export function UserStatus({ status }: Pick<User, 'status'>) {
  const { t } = useTranslation();
  return (
    <span className={classes.status} data-status={status}>
      {t(`users.status.${status}`)}
    </span>
  );
}
