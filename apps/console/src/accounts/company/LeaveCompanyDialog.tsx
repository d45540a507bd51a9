import type { Company } from '@vestibule/contract/accounts/company.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useLeaveCompany } from './use-companies.ts';

interface LeaveCompanyDialogProps extends TargetDialog<Company> {
  partnerId: number;
}

/** Asks whether the partner is to leave a company, and takes it off. */
export function LeaveCompanyDialog({ target: company, opened, onClose, partnerId }: LeaveCompanyDialogProps) {
  const { t } = useTranslation();
  const leave = useLeaveCompany();
  if (!company) return null;
  const { id, name } = company;

  const confirm = async () => {
    await leave.mutateAsync({ companyId: id, partnerId });
    toast(t('companies.leaving.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('companies.leaving.title')}
      confirmLabel={t('companies.leaving.submit')}
      onConfirm={confirm}
      typedWord={typedWord}
    >
      {t('companies.leaving.sure', { name })}
    </ConfirmDialog>
  );
}
