import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useCheckOut } from './use-visitor-acts.ts';

/** Asks whether a visitor leaves, and checks them out. */
export function CheckOutDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const checkOut = useCheckOut();
  if (!visitor) return null;
  const { name } = visitor;

  const confirm = async () => {
    await checkOut.mutateAsync(visitor);
    toast(t('visitors.checkingOut.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('visitors.checkingOut.title')}
      confirmLabel={t('visitors.checkingOut.submit')}
      onConfirm={confirm}
      type="primary"
    >
      {t('visitors.checkingOut.sureToCheckoutVisitor', { name })}
    </ConfirmDialog>
  );
}
