import type { User } from '@vestibule/contract/accounts/user.ts';
import { useTranslation } from 'react-i18next';
import classes from './UserStatus.module.css';

interface UserStatusProps extends Pick<User, 'status'> {
  hasSecondFactor: boolean;
}

/** Whether somebody can sign in, and in how many steps, or was only invited: a dot and a word. */
export function UserStatus({ status, hasSecondFactor }: UserStatusProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.status} data-status={status}>
      {t(hasSecondFactor ? 'users.twoSteps' : `users.status.${status}`)}
    </span>
  );
}
