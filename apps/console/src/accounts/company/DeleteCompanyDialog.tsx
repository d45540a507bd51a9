import type { Company } from '@vestibule/contract/accounts/company.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDeleteCompany, useOwnsNothing } from './use-companies.ts';

/** Asks whether a company is to go, twice unless it is known to own nothing, and deletes it with everything it owns. */
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
      title={t('companies.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      typedWord={ownsNothing ? undefined : typedWord}
    >
      {t('companies.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
