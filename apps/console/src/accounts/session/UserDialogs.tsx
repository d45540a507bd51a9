import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LanguageDialog, SessionsDialog } from './use-session-dialogs.ts';

const ChangePasswordDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ChangePasswordDialog);
const AccountDialog = lazyDialog(async () => (await import('./AccountDialog.tsx')).AccountDialog, { ahead: false });
const LeaveDialog = lazyDialog(async () => (await import('./LeaveDialog.tsx')).LeaveDialog, { ahead: false });
const SecondFactorDialog = lazyDialog(
  async () => (await import('./second-factor/SecondFactorDialog.tsx')).SecondFactorDialog,
  { ahead: false },
);
const LogOutDialog = lazyDialog(async () => (await import('./dialogs.tsx')).LogOutDialog);

export type UserDialog = 'account' | 'password' | 'secondFactor' | 'sessions' | 'language' | 'leave' | 'logOut';

interface UserDialogsProps {
  opened: UserDialog | null;
  onClose: () => void;
}

export function UserDialogs({ opened, onClose }: UserDialogsProps) {
  return (
    <>
      <AccountDialog opened={opened === 'account'} onClose={onClose} />
      <ChangePasswordDialog opened={opened === 'password'} onClose={onClose} />
      <SecondFactorDialog opened={opened === 'secondFactor'} onClose={onClose} />
      <SessionsDialog opened={opened === 'sessions'} onClose={onClose} />
      <LanguageDialog opened={opened === 'language'} onClose={onClose} />
      <LeaveDialog opened={opened === 'leave'} onClose={onClose} />
      <LogOutDialog opened={opened === 'logOut'} onClose={onClose} />
    </>
  );
}
