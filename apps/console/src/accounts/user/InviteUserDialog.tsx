import { inviteUser, type UserScope } from '@vestibule/contract/accounts/user.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useInviteUser } from './use-users.ts';

const InviteForm = inviteUser.body.omit({ url: true });

interface InviteUserDialogProps {
  opened: boolean;
  onClose: () => void;
  scope: UserScope;
}

/** Invites somebody by e-mail: at a company as its administrator, or for its reception. */
export function InviteUserDialog({ opened, onClose, scope }: InviteUserDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(InviteForm, { defaultValues: { email: '', isReception: false } });
  const invite = useInviteUser();
  const [once] = useState(createOnce);

  const save = async (user: { email: string; isReception: boolean }) => {
    const { email } = await once.run(user, (idempotencyKey) => invite.mutateAsync({ scope, ...user, idempotencyKey }));
    toast(t('users.inviting.done', { email }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('users.inviting.title')}
      once={once}
      form={form}
      onSubmit={save}
      submitLabel={t('users.inviting.submit')}
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={t('users.field.email')}
        required
        help={t('users.field.emailHelp')}
        maxLength={254}
        initialFocus
      />
      {scope.companyId !== undefined && (
        <CheckboxField
          control={form.control}
          name="isReception"
          label={t('users.field.isReception')}
          help={t('users.field.isReceptionHelp')}
        />
      )}
    </FormDialog>
  );
}
