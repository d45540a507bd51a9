import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { Synchronising } from './Synchronising.tsx';

/** Synchronises a tenant, the first time after showing what that would change. It goes on where the dialog is closed. */
export function SynchroniseDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('directory.synchronising', { tenant: tenant?.name ?? '' })}
      width={600}
    >
      {tenant && <Synchronising key={tenant.id} tenant={tenant} onClose={onClose} />}
    </Dialog>
  );
}
