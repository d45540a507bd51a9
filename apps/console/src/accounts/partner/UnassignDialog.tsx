import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDetachPartner } from './use-partners.ts';

interface UnassignDialogProps extends TargetDialog<Partner> {
  companyId: number;
}

/** Asks whether a partner is to lose a company, and takes it off. */
export function UnassignDialog({ target: partner, opened, onClose, companyId }: UnassignDialogProps) {
  const { t } = useTranslation();
  const detach = useDetachPartner();
  if (!partner) return null;
  const { id, name } = partner;

  const confirm = async () => {
    await detach.mutateAsync({ partnerId: id, companyId });
    toast(t('partners.unassigning.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('partners.unassigning.title')}
      confirmLabel={t('partners.unassigning.submit')}
      onConfirm={confirm}
    >
      {t('partners.unassigning.sure', { name })}
    </ConfirmDialog>
  );
}
