import { LicenceFolderName } from '@vestibule/contract/licence.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useCreateFolder } from './use-licences.ts';

interface CreateFolderDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateFolderDialog({ opened, onClose }: CreateFolderDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(LicenceFolderName, { defaultValues: { name: '' } });
  const create = useCreateFolder();
  const [once] = useState(createOnce);

  const save = async (body: { name: string }) => {
    const { name } = await once.run(body, (idempotencyKey) => create.mutateAsync({ ...body, idempotencyKey }));
    toast(t('licences.folder.creating.done', { name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.folder.creating.title')}
      once={once}
      form={form}
      onSubmit={save}
      submitLabel={t('licences.folder.creating.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('licences.folder.field.name')}
        required
        maxLength={120}
        initialFocus
      />
    </FormDialog>
  );
}
