import { type Company } from '@vestibule/contract/accounts/company.ts';
import { CompanyName } from '@vestibule/contract/accounts/company-edit.ts';
import { useTranslation } from 'react-i18next';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useRenameCompany } from './use-companies.ts';

/** Renames a company. */
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
