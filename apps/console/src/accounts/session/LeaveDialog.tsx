import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { useLeaveCompany } from '../company/use-companies.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import { useLogOut } from './use-log-out.ts';
import { expectEnd } from './use-session-end.ts';

interface LeaveDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function LeaveDialog({ opened, onClose }: LeaveDialogProps) {
  const { t } = useTranslation();
  const { company } = useSignedIn();
  const leave = useLeaveCompany();
  const logOut = useLogOut();
  if (!company) return null;

  const confirm = async () => {
    // The live event of the ended session may arrive before the answer.
    expectEnd('left');
    await leave.mutateAsync({ companyId: company.id });
    await logOut('left');
  };
  const close = () => {
    expectEnd(null);
    onClose();
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('session.leaving.title')}
      confirmLabel={t('session.leaving.submit')}
      onConfirm={confirm}
      typedWord={typedWord}
    >
      {t('session.leaving.sure', { name: company.name })}
    </ConfirmDialog>
  );
}
