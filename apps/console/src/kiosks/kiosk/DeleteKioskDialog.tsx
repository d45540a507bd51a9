import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDeleteKiosk } from './use-kiosks.ts';

/** Asks whether a kiosk is to go, and deletes it. */
export function DeleteKioskDialog({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  const { t } = useTranslation();
  const remove = useDeleteKiosk();
  if (!kiosk) return null;
  const { name } = kiosk;

  const confirm = async () => {
    await remove.mutateAsync(kiosk);
    toast(t('kiosks.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('kiosks.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
    >
      {t('kiosks.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
