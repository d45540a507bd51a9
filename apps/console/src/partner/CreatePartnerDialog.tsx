import { PartnerName } from '@vestibule/contract/partner-edit.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useCreatePartner } from './use-partners.ts';

interface CreatePartnerDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreatePartnerDialog({ opened, onClose }: CreatePartnerDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(PartnerName, { defaultValues: { name: '' } });
  const create = useCreatePartner();
  const [once] = useState(createOnce);

  const save = async (body: { name: string }) => {
    const { name, code } = await once.run(body, (idempotencyKey) => create.mutateAsync({ ...body, idempotencyKey }));
    toast(t('partners.creating.done', { name, code }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('partners.creating.title')}
      once={once}
      form={form}
      onSubmit={save}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('partners.field.name')}
        maxLength={120}
        required
        initialFocus
      />
    </FormDialog>
  );
}
