import { type LicenceFolder, LicenceFolderName } from '@vestibule/contract/kiosks/licence.ts';
import { useTranslation } from 'react-i18next';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useRenameFolder } from './use-licences.ts';

/** Renames a folder of licences. */
export function RenameFolderDialog(dialog: TargetDialog<LicenceFolder>) {
  const { t } = useTranslation();
  const rename = useRenameFolder();
  return (
    <RenameDialog
      {...dialog}
      title={t('licences.folder.renaming.title')}
      label={t('licences.folder.field.name')}
      submitLabel={t('ui.button.save')}
      schema={LicenceFolderName}
      onRename={({ id }, change) => rename.mutateAsync({ folderId: id, ...change })}
      done={(name) => t('licences.folder.renaming.done', { name })}
    />
  );
}
