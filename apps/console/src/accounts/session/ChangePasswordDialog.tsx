import { changePassword, PasswordChange } from '@vestibule/contract/accounts/session.ts';
import { call } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { toast } from '../../ui/toast.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface ChangePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Changes the own password, given the current one. */
export function ChangePasswordDialog({ opened, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(PasswordChange, { defaultValues: { currentPassword: '', newPassword: '' } });
  const [repeatable] = useState(() => createRepeat('currentPasswordIncorrect'));
  const change = async (body: { currentPassword: string; newPassword: string }) => {
    const isSure = await repeatable(body, async () => (await call(changePassword, { body })) === null);
    // Whether the lost attempt did it shows in what is the current password now.
    if (!isSure) await call(changePassword, { body: { ...body, currentPassword: body.newPassword } });
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
        required
        autoComplete="current-password"
        initialFocus
      />
      <PasswordField
        control={form.control}
        name="newPassword"
        label={t('session.password.new')}
        required
        help={t('session.password.rules')}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
