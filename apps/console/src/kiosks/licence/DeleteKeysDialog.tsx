import { CallFailed } from '@vestibule/web/call.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { useDeleteLicences } from './use-licences.ts';

interface DeleteKeysDialogProps {
  opened: boolean;
  onClose: () => void;
  selection: Selection;
  /** The page of folders that is shown. */
  query: PageQuery;
}

/** Asks whether the selected keys are to go, and deletes them: all, or none where a device uses one of them. */
export function DeleteKeysDialog({ opened, onClose, selection, query }: DeleteKeysDialogProps) {
  const { t } = useTranslation();
  const deleteLicences = useDeleteLicences(query);
  const number = selection.ids.size;

  const confirm = async () => {
    try {
      await deleteLicences.mutateAsync(selection.ids);
    } catch (error) {
      selection.forget(goneBy(error, selection.ids));
      throw error;
    }
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
      problemTexts={{ notFound: t('licences.key.deleting.gone') }}
    >
      {t('licences.key.deleting.sure', { number })}
    </ConfirmDialog>
  );
}

/** Those of the keys that somebody else has deleted meanwhile. */
function goneBy(error: unknown, asked: ReadonlySet<number>): ReadonlySet<number> {
  const fields = error instanceof CallFailed && error.problem?.reason === 'notFound' ? error.problem.fields : {};
  return new Set([...asked].filter((_, index) => fields?.[`ids.${index}`] !== undefined));
}
