import type { User, UserScope } from '@vestibule/contract/accounts/user.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useMissingChannels } from '../../ui/use-services.ts';
import { useReadNotificationEmails, useSecondFactors, useUsers } from './use-users.ts';
import { UserTable } from './UserTable.tsx';

const InviteUserDialog = lazyDialog(async () => (await import('./dialogs.tsx')).InviteUserDialog);
const DeleteUserDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeleteUserDialog);
const ResetFactorDialog = lazyDialog(async () => (await import('./ResetFactorDialog.tsx')).ResetFactorDialog, {
  ahead: false,
});

interface UsersScreenProps {
  scope: UserScope;
  path?: ReactNode;
}

export function UsersScreen({ scope, path }: UsersScreenProps) {
  const { t } = useTranslation();
  const may = useMay();
  const list = useListState();
  const users = useUsers(scope, list.query);
  const { data: withFactor = [] } = useSecondFactors(scope);
  const deleting = useTarget<User>();
  const resetting = useTarget<User>();
  const [inviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  useShortcut('n', t('users.inviting.open'), invite);
  const inviteButton = <Button onClick={invite}>{t('users.inviting.open')}</Button>;
  const { companyId } = scope;
  const isUnsent = useMissingChannels().includes('email');

  return (
    <Page
      title={t('users.title')}
      actions={
        <>
          {companyId !== undefined && may('company.configure') && <NotificationEmailsButton companyId={companyId} />}
          {inviteButton}
        </>
      }
    >
      {path}
      {isUnsent && <Notice kind="information">{t('users.inviting.notSetUp')}</Notice>}
      <SearchField list={list} label={t('users.search')} minimum={searchMinimum.system} />
      <Loaded
        query={users}
        list={list}
        empty={{ title: t('users.none'), help: t('users.noneHelp'), action: inviteButton }}
      >
        {(rows, page) => (
          <>
            <UserTable users={rows} withFactor={withFactor} onDelete={deleting.open} onReset={resetting.open} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <InviteUserDialog opened={inviting} onClose={() => setInviting(false)} scope={scope} />
      <DeleteUserDialog {...deleting.dialog} />
      <ResetFactorDialog {...resetting.dialog} />
    </Page>
  );
}

const NotificationEmailsDialog = lazyDialog(async () => (await import('./dialogs.tsx')).NotificationEmailsDialog);

/** Another admin may have changed the addresses. */
function NotificationEmailsButton({ companyId }: { companyId: number }) {
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
