import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { formatCount } from '../ui/Pager.tsx';
import { toast } from '../ui/toast.ts';
import type { ListState } from '../ui/use-list-state.ts';
import type { Selection } from '../ui/use-selection.ts';
import { useDeleteLicences } from './use-licences.ts';

interface DeleteKeysDialogProps {
  opened: boolean;
  onClose: () => void;
  selection: Selection;
  /** The page of folders that is shown. */
  query: ListState['query'];
}

/** Asks whether the selected keys are to go, and deletes them: all, or none where a device uses one of them. */
export function DeleteKeysDialog({ opened, onClose, selection, query }: DeleteKeysDialogProps) {
  const { t, i18n } = useTranslation();
  const deleteLicences = useDeleteLicences(query);
  const number = formatCount(selection.ids.size, i18n.language);

  const confirm = async () => {
    await deleteLicences.mutateAsync(selection.ids);
    selection.clear();
    toast(t('licences.key.deleting.done', { number }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
    >
      {t('licences.key.deleting.sure', { number })}
    </ConfirmDialog>
  );
}
