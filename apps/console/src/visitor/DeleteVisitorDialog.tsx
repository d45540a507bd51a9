import type { Visitor } from '@vestibule/contract/visitor.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../ui/toast.ts';
import type { TargetDialog } from '../ui/dialog/use-target.ts';
import { useDeleteVisitor } from './use-visitor-acts.ts';

/** Asks whether everything about a visitor may go, and deletes it. */
export function DeleteVisitorDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const deleteVisitor = useDeleteVisitor();
  if (!visitor) return null;
  const { name } = visitor;

  const confirm = async () => {
    await deleteVisitor.mutateAsync(visitor);
    toast(t('visitors.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('visitors.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
    >
      {t('visitors.deleting.sureToDeleteVisitor', { name })}
    </ConfirmDialog>
  );
}
