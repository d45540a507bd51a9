import type { User } from '@vestibule/contract/accounts/user.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDeleteUser } from './use-users.ts';

/** Asks whether a user is to go, and deletes the account. */
export function DeleteUserDialog({ target: user, opened, onClose }: TargetDialog<User>) {
  const { t } = useTranslation();
  const deleteUser = useDeleteUser();
  if (!user) return null;
  const { id, email, status } = user;

  const confirm = async () => {
    await deleteUser.mutateAsync(id);
    toast(t('users.deleting.done', { email }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('users.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
    >
      {t(status === 'invited' ? 'users.deleting.sureInvited' : 'users.deleting.sure', { email })}
    </ConfirmDialog>
  );
}
