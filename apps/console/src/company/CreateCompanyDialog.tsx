import { CompanyName } from '@vestibule/contract/company-edit.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useCreateCompany } from './use-companies.ts';

interface CreateCompanyDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The partner that gets the company, or null for none. */
  partnerId: number | null;
}

export function CreateCompanyDialog({ opened, onClose, partnerId }: CreateCompanyDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(CompanyName, { defaultValues: { name: '' } });
  const create = useCreateCompany();
  const [once] = useState(createOnce);

  const save = async ({ name }: { name: string }) => {
    const company = { name, partnerId };
    await once.run(company, (idempotencyKey) => create.mutateAsync({ ...company, idempotencyKey }));
    toast(t('companies.creating.done', { name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('companies.creating.createCompany')}
      once={once}
      form={form}
      onSubmit={save}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('companies.field.name')}
        maxLength={120}
        required
        initialFocus
      />
    </FormDialog>
  );
}
