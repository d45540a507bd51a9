import { CompanyName } from '@vestibule/contract/accounts/company-edit.ts';
import type { Company } from '@vestibule/contract/accounts/company.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { toast } from '../../ui/toast.ts';
import {
  useCreateCompany,
  useDeleteCompany,
  useLeaveCompany,
  useOwnsNothing,
  useRenameCompany,
} from './use-companies.ts';

interface CreateCompanyDialogProps {
  opened: boolean;
  onClose: () => void;
  partnerId: number | null;
}

export function CreateCompanyDialog({ opened, onClose, partnerId }: CreateCompanyDialogProps) {
  const { t } = useTranslation();
  const create = useCreateCompany();

  return (
    <CreateDialog
      opened={opened}
      onClose={onClose}
      title={t('companies.creating.createCompany')}
      label={t('companies.field.name')}
      schema={CompanyName}
      onCreate={(name, idempotencyKey) => create.mutateAsync({ name, partnerId, idempotencyKey })}
      done={({ name }) => t('companies.creating.done', { name })}
    />
  );
}

export function EditCompanyDialog(dialog: TargetDialog<Company>) {
  const { t } = useTranslation();
  const rename = useRenameCompany();
  return (
    <RenameDialog
      {...dialog}
      title={t('companies.editing.editCompany')}
      label={t('companies.field.name')}
      schema={CompanyName}
      onRename={({ id }, change) => rename.mutateAsync({ companyId: id, ...change })}
      done={(name) => t('companies.editing.done', { name })}
    />
  );
}

interface LeaveCompanyDialogProps extends TargetDialog<Company> {
  partnerId: number;
}

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

export function DeleteCompanyDialog({ target: company, opened, onClose }: TargetDialog<Company>) {
  const { t } = useTranslation();
  const deleteCompany = useDeleteCompany();
  const ownsNothing = useOwnsNothing(company?.id, opened);
  if (!company) return null;
  const { id, name } = company;

  const confirm = async () => {
    await deleteCompany.mutateAsync(id);
    toast(t('companies.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      isReady={ownsNothing !== undefined}
      title={t('companies.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      typedWord={ownsNothing ? undefined : typedWord}
    >
      {t('companies.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
