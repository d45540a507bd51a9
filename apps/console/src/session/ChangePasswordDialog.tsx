import { changePassword, PasswordChange } from '@vestibule/contract/session.ts';
import { call } from '@vestibule/web/call.ts';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../ui/FormDialog.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { toast } from '../ui/toast.ts';
import { useZodForm } from '../ui/use-zod-form.ts';

interface ChangePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Changes the own password, given the current one. */
export function ChangePasswordDialog({ opened, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(PasswordChange, { defaultValues: { currentPassword: '', newPassword: '' } });
  const change = async (body: { currentPassword: string; newPassword: string }) => {
    await call(changePassword, { body });
    toast(t('session.password.changed'));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('session.password.title')}
      form={form}
      onSubmit={change}
      reasonFields={{ currentPasswordIncorrect: 'currentPassword' }}
    >
      <PasswordField
        control={form.control}
        name="currentPassword"
        label={t('session.password.current')}
        autoComplete="current-password"
        initialFocus
      />
      <PasswordField
        control={form.control}
        name="newPassword"
        label={t('session.password.new')}
        help={t('session.password.rules')}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
