import { NotificationEmails, maxNotificationEmails } from '@vestibule/contract/accounts/notification-emails.ts';
import { type User, type UserScope, inviteUser } from '@vestibule/contract/accounts/user.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { FieldRows } from '../../ui/form/FieldRows.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { useMarkLeft } from '../../ui/form/use-mark-left.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast.ts';
import { useMissingChannels } from '../../ui/use-services.ts';
import { useDeleteUser, useInviteUser, useSetNotificationEmails } from './use-users.ts';

const InviteForm = inviteUser.body.omit({ url: true });

interface InviteUserDialogProps {
  opened: boolean;
  onClose: () => void;
  scope: UserScope;
}

export function InviteUserDialog({ opened, onClose, scope }: InviteUserDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(InviteForm, {
    defaultValues: { email: '', name: '', isReception: scope.companyId !== undefined },
  });
  const invite = useInviteUser();
  const isMailed = !useMissingChannels().includes('email');
  const [once] = useState(createOnce);
  const markLeft = useMarkLeft(form, 'email');

  const save = async (user: z.output<typeof InviteForm>) => {
    const { email } = await once.run(user, (idempotencyKey) => invite.mutateAsync({ scope, ...user, idempotencyKey }));
    toast(t(isMailed ? 'users.inviting.done' : 'users.inviting.doneUnsent', { email }));
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
      submitUnchanged
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={t('users.field.email')}
        required
        help={t(isMailed ? 'users.field.emailHelp' : 'users.field.emailUnsent')}
        onLeave={markLeft}
        maxLength={254}
        initialFocus
      />
      <TextField
        control={form.control}
        name="name"
        label={t('users.field.name')}
        help={t('users.field.nameHelp')}
        written="name"
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

const EmailsForm = z.strictObject({ notificationEmails: NotificationEmails });

interface NotificationEmailsDialogProps extends TargetDialog<string[]> {
  companyId: number;
}

export function NotificationEmailsDialog({ target, opened, onClose, companyId }: NotificationEmailsDialogProps) {
  const { t } = useTranslation();
  const before = target ?? [];
  const form = useZodForm(EmailsForm, { values: { notificationEmails: before } });
  const emails = useWatch({ control: form.control, name: 'notificationEmails' });
  const save = useSetNotificationEmails();
  const concurrent = useConcurrentChange(before, z.array(z.string()), (emails) => emails.join(', ') || null);

  const change = (changed: string[]) =>
    form.setValue('notificationEmails', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  const submit = async ({ notificationEmails }: { notificationEmails: string[] }) => {
    await concurrent.watch(() => save.mutateAsync({ companyId, notificationEmails, previous: concurrent.previous }));
    toast(t('users.notifications.done'));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('users.notifications.title')}
      form={form}
      onSubmit={submit}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
      width={440}
    >
      <FieldRows
        help={t('users.notifications.help')}
        rows={emails}
        onChange={change}
        onAdded={(index) => form.setFocus(`notificationEmails.${index}`)}
        maxRows={maxNotificationEmails}
        fullText={t('errors.max20emails')}
        addLabel={t('users.notifications.add')}
        removeLabel={(row) => t('users.notifications.remove', { email: row })}
      >
        {(index) => (
          <TextField
            control={form.control}
            name={`notificationEmails.${index}`}
            type="email"
            label={t('users.notifications.address', { number: index + 1 })}
            maxLength={254}
            initialFocus={index === 0}
          />
        )}
      </FieldRows>
    </FormDialog>
  );
}

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
