import type { Licence } from '@vestibule/contract/kiosks/licence.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useDetachLicence } from './use-licences.ts';

/** Asks whether a device is to lose its licence, and frees the key. */
export function DetachDialog({ target: licence, opened, onClose }: TargetDialog<Licence>) {
  const { t } = useTranslation();
  const detach = useDetachLicence();
  if (!licence) return null;
  const { id, key, mac } = licence;

  const confirm = async () => {
    await detach.mutateAsync(id);
    toast(t('licences.key.detaching.done', { key }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.detaching.title')}
      confirmLabel={t('licences.key.detaching.submit')}
      onConfirm={confirm}
    >
      {t('licences.key.detaching.sure', { key, mac: mac ?? '' })}
    </ConfirmDialog>
  );
}
