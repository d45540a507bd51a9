import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useLogOut } from './use-log-out.ts';
import { type SessionOwner, useEndSessions } from './use-own-sessions.ts';

export type SessionsToEnd =
  | { kind: 'current' }
  | { kind: 'one'; id: number; device: string }
  | { kind: 'others'; number: number };

interface EndSessionDialogProps extends TargetDialog<SessionsToEnd> {
  owner: SessionOwner;
  /** Default: as a user of the console. */
  onLogOut?: (() => Promise<unknown>) | undefined;
}

export function EndSessionDialog({ target, opened, onClose, owner, onLogOut }: EndSessionDialogProps) {
  const { t } = useTranslation();
  const endSessions = useEndSessions(owner);
  const logOut = useLogOut();
  if (!target) return null;

  const sure = () => {
    if (target.kind === 'current') return t('session.sessions.logOutSure');
    if (target.kind === 'one') return t('session.sessions.endSure', { device: target.device });
    return t('session.sessions.endOthersSure', { number: target.number });
  };
  const label = { current: 'logOut', one: 'end', others: 'endOthers' } as const;
  const confirm = async () => {
    if (target.kind === 'current') {
      await (onLogOut ?? logOut)();
      return;
    }
    await endSessions.mutateAsync(target.kind === 'one' ? target.id : 'others');
    toast(
      target.kind === 'one'
        ? t('session.sessions.ended', { device: target.device })
        : t('session.sessions.othersEnded'),
    );
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('session.sessions.endTitle')}
      confirmLabel={t(`session.sessions.${label[target.kind]}`)}
      onConfirm={confirm}
    >
      {sure()}
    </ConfirmDialog>
  );
}
