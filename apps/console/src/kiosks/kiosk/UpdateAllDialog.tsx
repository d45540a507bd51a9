import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useUpgradeAll } from './use-kiosks.ts';

interface UpdateAllDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

/** Asks whether every kiosk that is online is to update itself, and tells them. */
export function UpdateAllDialog({ companyId, opened, onClose }: UpdateAllDialogProps) {
  const { t } = useTranslation();
  const upgradeAll = useUpgradeAll(companyId);

  const confirm = async () => {
    const sent = await upgradeAll.mutateAsync();
    toast(t(sent > 0 ? 'kiosks.sent' : 'kiosks.updatingAll.none'));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      type="primary"
      title={t('kiosks.updatingAll.title')}
      confirmLabel={t('kiosks.updatingAll.submit')}
      onConfirm={confirm}
    >
      {t('kiosks.updatingAll.sure')}
    </ConfirmDialog>
  );
}
