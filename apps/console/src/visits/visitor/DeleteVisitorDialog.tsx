import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDeleteVisitor } from './use-visitor-acts.ts';

/** Asks before a visitor is deleted. A tenant’s user deletes the visits to the tenant as well. */
export function DeleteVisitorDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const deleteVisitor = useDeleteVisitor();
  const isOfTenant = useSignedIn().user.tenantId !== null;
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
      {t(isOfTenant ? 'visitors.deleting.sureToDeleteOfTenant' : 'visitors.deleting.sureToDeleteVisitor', { name })}
    </ConfirmDialog>
  );
}
