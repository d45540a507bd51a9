import { mostNotificationEmails, NotificationEmails } from '@vestibule/contract/accounts/notification-emails.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldRows } from '../../ui/form/FieldRows.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useSetNotificationEmails } from './use-users.ts';

const EmailsForm = z.strictObject({ notificationEmails: NotificationEmails });

interface NotificationEmailsDialogProps extends TargetDialog<string[]> {
  companyId: number;
}

/** Edits who gets the company's notifications, beginning with the addresses that are the target. */
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
        most={mostNotificationEmails}
        full={t('errors.max20emails')}
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
