import { LicenceFolderName } from '@vestibule/contract/kiosks/licence.ts';
import { useTranslation } from 'react-i18next';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { useCreateFolder } from './use-licences.ts';

interface CreateFolderDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Creates a folder for licence keys. */
export function CreateFolderDialog({ opened, onClose }: CreateFolderDialogProps) {
  const { t } = useTranslation();
  const create = useCreateFolder();

  return (
    <CreateDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.folder.creating.title')}
      label={t('licences.folder.field.name')}
      submitLabel={t('licences.folder.creating.submit')}
      schema={LicenceFolderName}
      onCreate={(name, idempotencyKey) => create.mutateAsync({ name, idempotencyKey })}
      done={({ name }) => t('licences.folder.creating.done', { name })}
    />
  );
}
