import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDeletePartner, usePartner } from './use-partners.ts';

/** Asks whether a partner is to go, twice unless it is known to look after no company, and deletes it. */
export function DeletePartnerDialog({ target: partner, opened, onClose }: TargetDialog<Partner>) {
  const { t } = useTranslation();
  const deletePartner = useDeletePartner();
  const { data } = usePartner(opened ? partner?.id : undefined);
  if (!partner) return null;
  const { id, name } = partner;

  const confirm = async () => {
    await deletePartner.mutateAsync(id);
    toast(t('partners.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('partners.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      typedWord={data?.companies?.length === 0 ? undefined : typedWord}
    >
      {t('partners.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
