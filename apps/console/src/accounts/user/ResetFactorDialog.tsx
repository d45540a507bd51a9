import type { User } from '@vestibule/contract/accounts/user.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useResetSecondFactor } from './use-users.ts';

export function ResetFactorDialog({ target: user, opened, onClose }: TargetDialog<User>) {
  const { t } = useTranslation();
  const reset = useResetSecondFactor();
  if (!user) return null;
  const { id, email } = user;

  const confirm = async () => {
    await reset.mutateAsync(id);
    toast(t('users.resetting.done', { email }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('users.resetting.title')}
      confirmLabel={t('users.resetting.submit')}
      onConfirm={confirm}
    >
      {t('users.resetting.sure', { email })}
    </ConfirmDialog>
  );
}
