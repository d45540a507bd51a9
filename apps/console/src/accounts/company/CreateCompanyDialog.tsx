import { CompanyName } from '@vestibule/contract/accounts/company-edit.ts';
import { useTranslation } from 'react-i18next';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { useCreateCompany } from './use-companies.ts';

interface CreateCompanyDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The partner that gets the company, or null for none. */
  partnerId: number | null;
}

/** Creates a company, which begins with the settings that every new one has. */
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
