import { TenantName } from '@vestibule/contract/tenant.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useCreateTenant } from './use-tenants.ts';

interface AddTenantDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

/** Adds a tenant to a company. */
export function AddTenantDialog({ companyId, opened, onClose }: AddTenantDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(TenantName, { defaultValues: { name: '' } });
  const create = useCreateTenant(companyId);
  const [once] = useState(createOnce);

  const add = async (body: { name: string }) => {
    const { name } = await once.run(body, (idempotencyKey) => create.mutateAsync({ ...body, idempotencyKey }));
    toast(t('tenants.adding.done', { name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.adding.title')}
      once={once}
      form={form}
      onSubmit={add}
      submitLabel={t('tenants.adding.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('tenants.field.name')}
        maxLength={120}
        required
        initialFocus
      />
    </FormDialog>
  );
}
