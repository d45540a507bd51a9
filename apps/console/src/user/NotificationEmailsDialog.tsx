import { NotificationEmails } from '@vestibule/contract/notification-emails.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '../ui/Button.tsx';
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useMeanwhile } from '../ui/use-meanwhile.ts';
import type { TargetDialog } from '../ui/use-target.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import classes from './NotificationEmailsDialog.module.css';
import { useSetNotificationEmails } from './use-users.ts';

const EmailsForm = z.strictObject({ notificationEmails: NotificationEmails });
const mostEmails = 20;

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
  const added = useRef(false);
  const { setFocus } = form;

  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    setFocus(`notificationEmails.${emails.length - 1}`);
  }, [emails.length, setFocus]);

  const change = (changed: string[]) =>
    form.setValue('notificationEmails', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const add = () => {
    added.current = true;
    change([...emails, '']);
  };

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
      <p className={classes.help}>{t('users.notifications.help')}</p>
      <div className={classes.rows}>
        {emails.map((email, index) => (
          // An address has no identity of its own but its place.
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <div key={index} className={classes.row}>
            <TextField
              control={form.control}
              name={`notificationEmails.${index}`}
              type="email"
              label={t('users.notifications.address', { number: index + 1 })}
              maxLength={254}
              initialFocus={index === 0}
            />
            <span className={classes.remove}>
              <IconButton
                icon={Trash2}
                label={t('users.notifications.remove', { email: email || index + 1 })}
                onClick={() => change(emails.filter((_, other) => other !== index))}
                danger
              />
            </span>
          </div>
        ))}
      </div>
      {emails.length < mostEmails ? (
        <span>
          <Button variant="secondary" size="small" leftSection={<Plus size={16} aria-hidden />} onClick={add}>
            {t('users.notifications.add')}
          </Button>
        </span>
      ) : (
        <p className={classes.help}>{t('errors.max20emails')}</p>
      )}
    </FormDialog>
  );
}
