import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useReadNotificationEmails } from './use-users.ts';

const NotificationEmailsDialog = lazyDialog(async () => (await import('./dialogs.ts')).NotificationEmailsDialog);

/** Opens the company's notification e-mails as they are at that moment. */
export function NotificationEmailsButton({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const read = useReadNotificationEmails();
  const editing = useTarget<string[]>();
  const open = () =>
    read.mutate(companyId, {
      onSuccess: ({ notificationEmails }) => editing.open(notificationEmails),
      onError: (error) => toast(problemText(error)),
    });

  return (
    <>
      <Button variant="secondary" onClick={open} loading={read.isPending}>
        {t('users.notifications.open')}
      </Button>
      <NotificationEmailsDialog {...editing.dialog} companyId={companyId} />
    </>
  );
}
