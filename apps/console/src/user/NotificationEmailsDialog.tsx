import { mostNotificationEmails, NotificationEmails } from '@vestibule/contract/notification-emails.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx';
import { FieldRows } from '../ui/FieldRows.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useMeanwhile } from '../ui/use-meanwhile.ts';
import type { TargetDialog } from '../ui/use-target.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
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
  const meanwhile = useMeanwhile(before, z.array(z.string()));

  const change = (changed: string[]) =>
    form.setValue('notificationEmails', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  const close = () => {
    meanwhile.forget();
    onClose();
  };

  const submit = async ({ notificationEmails }: { notificationEmails: string[] }) => {
    await meanwhile.watch(() => save.mutateAsync({ companyId, notificationEmails, previous: meanwhile.previous }));
    toast(t('users.notifications.done'));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('users.notifications.title')}
      form={form}
      onSubmit={submit}
      submitLabel={t('ui.button.save')}
      width={440}
    >
      {meanwhile.changed && <ChangedMeanwhile current={meanwhile.changed.current.join(', ') || null} onTake={close} />}
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
