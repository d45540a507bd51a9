import type { LicenceFolder } from '@vestibule/contract/kiosks/licence.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDeleteFolder } from './use-licences.ts';

interface DeleteFolderDialogProps extends TargetDialog<LicenceFolder> {
  onDeleted: (folderId: number) => void;
}

/** Asks whether a folder is to go, twice where it holds keys, and deletes it with them. */
export function DeleteFolderDialog({ target: folder, opened, onClose, onDeleted }: DeleteFolderDialogProps) {
  const { t } = useTranslation();
  const deleteFolder = useDeleteFolder();
  if (!folder) return null;
  const { id, name, licenseCount } = folder;
  const holdsKeys = licenseCount > 0;

  const confirm = async () => {
    await deleteFolder.mutateAsync({ folderId: id, ifEmpty: !holdsKeys });
    onDeleted(id);
    toast(t('licences.folder.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.folder.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      typedWord={holdsKeys ? typedWord : undefined}
    >
      {holdsKeys
        ? t('licences.folder.deleting.sureWithKeys', { name, number: licenseCount })
        : t('licences.folder.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
