import type { User } from '@vestibule/contract/accounts/user.ts';
import { Send, ShieldOff, Trash2 } from '@vestibule/ui/icons.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Email } from '../../ui/Email.tsx';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useMissingChannels } from '../../ui/use-services.ts';
import { useInviteAgain } from './use-users.ts';
import classes from './UserTable.module.css';

interface UserTableProps {
  users: readonly User[];
  withFactor: readonly number[];
  onDelete: (user: User) => void;
  onReset: (user: User) => void;
}

export function UserTable({ users, withFactor, onDelete, onReset }: UserTableProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { user: self } = useSignedIn();
  const again = useInviteAgain();
  const isMailed = !useMissingChannels().includes('email');

  const actions = (user: User): RowAction[] => {
    const { id, email, status } = user;
    const inviteAgain = () => {
      void again.mutateAsync(id).then(
        () => toast(t(isMailed ? 'users.inviting.again' : 'users.inviting.againUnsent', { email })),
        (error) => toast(problemText(error)),
      );
    };
    const invite: RowAction = {
      key: 'invite',
      icon: Send,
      label: t('users.action.inviteAgain', { email }),
      onClick: inviteAgain,
      disabled: again.isPending,
      once: true,
    };
    const remove: RowAction = {
      key: 'delete',
      icon: Trash2,
      label: id === self.id ? t('errors.cannotDeleteSelf') : t('users.action.delete', { email }),
      onClick: () => onDelete(user),
      danger: true,
      disabled: id === self.id,
    };
    if (status === 'invited') return [invite, remove];
    const reset: RowAction = {
      key: 'reset',
      icon: ShieldOff,
      label: t('users.action.reset', { email }),
      onClick: () => onReset(user),
    };
    return id === self.id || !withFactor.includes(id) ? [remove] : [reset, remove];
  };

  return (
    <DataTable
      label={t('users.title')}
      columns={[person(t, self.id), role(t), status(t, withFactor)]}
      rows={users}
      rowKey={({ id }) => id}
      rowActions={actions}
    />
  );
}

function person(t: TFunction, selfId: number): Column<User> {
  return {
    key: 'user',
    title: t('users.column.user'),
    cell: ({ id, name, email }) => (
      <span className={classes.person}>
        <strong>{name ?? <Email address={email} />}</strong>
        {id === selfId && <span className={classes.self}>{t('users.self')}</span>}
        {name !== null && (
          <span className={classes.email}>
            <Email address={email} />
          </span>
        )}
      </span>
    ),
  };
}

function role(t: TFunction): Column<User> {
  return { key: 'role', title: t('users.column.role'), width: '20%', cell: ({ role }) => t(`users.role.${role}`) };
}

function status(t: TFunction, withFactor: readonly number[]): Column<User> {
  return {
    key: 'status',
    title: t('users.column.status'),
    width: '20%',
    cell: ({ id, status }) => <UserStatus status={status} hasSecondFactor={withFactor.includes(id)} />,
  };
}

interface UserStatusProps extends Pick<User, 'status'> {
  hasSecondFactor: boolean;
}

function UserStatus({ status, hasSecondFactor }: UserStatusProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.status} data-status={status}>
      {t(hasSecondFactor ? 'users.twoSteps' : `users.status.${status}`)}
    </span>
  );
}
