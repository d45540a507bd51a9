import { type LicenceFolder, LicenceFolderName } from '@vestibule/contract/licence.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useMeanwhile } from '../ui/use-meanwhile.ts';
import type { TargetDialog } from '../ui/use-target.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useRenameFolder } from './use-licences.ts';

export function RenameFolderDialog({ target: folder, opened, onClose }: TargetDialog<LicenceFolder>) {
  const { t } = useTranslation();
  const form = useZodForm(LicenceFolderName, { values: { name: folder?.name ?? '' } });
  const rename = useRenameFolder();
  const meanwhile = useMeanwhile(folder?.name ?? '', z.string());

  const close = () => {
    meanwhile.forget();
    onClose();
  };

  const save = async ({ name }: { name: string }) => {
    if (!folder) return;
    const change = { folderId: folder.id, name, previous: meanwhile.previous };
    await meanwhile.watch(() => rename.mutateAsync(change));
    toast(t('licences.folder.renaming.done', { name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('licences.folder.renaming.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
    >
      {meanwhile.changed && <ChangedMeanwhile current={meanwhile.changed.current} onTake={close} />}
      <TextField
        control={form.control}
        name="name"
        label={t('licences.folder.field.name')}
        maxLength={120}
        initialFocus
      />
    </FormDialog>
  );
}
