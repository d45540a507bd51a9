import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type TargetDialog, useTarget } from '../../ui/dialog/use-target.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import { ConnectedDialog } from './ConnectedDialog.tsx';
import { RemoveIntegrationDialog } from './RemoveIntegrationDialog.tsx';
import { Synchronizing } from './Synchronizing.tsx';

export function IntegrationDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const [renewing, setRenewing] = useState(false);
  const synchronizing = useTarget<Tenant>();
  const removing = useTarget<Tenant>();
  if (!tenant) return null;

  const isConnected = tenant.type !== null && !renewing;
  const close = () => {
    setRenewing(false);
    onClose();
  };
  const goOn = (next: (tenant: Tenant) => void) => (of: Tenant) => {
    close();
    next(of);
  };

  return (
    <>
      <ConnectDialog
        key={`${tenant.id} ${tenant.type}`}
        tenant={tenant}
        opened={opened && !isConnected}
        onClose={close}
        onConnected={goOn(synchronizing.open)}
      />
      <ConnectedDialog
        tenant={tenant}
        opened={opened && isConnected}
        onClose={close}
        onSynchronize={goOn(synchronizing.open)}
        onRemove={goOn(removing.open)}
        onRenew={() => setRenewing(true)}
      />
      <SynchronizeDialog {...synchronizing.dialog} />
      <RemoveIntegrationDialog {...removing.dialog} />
    </>
  );
}

/** The first synchronization follows a preview. A run continues when the dialog closes. */
export function SynchronizeDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('directory.synchronizing', { tenant: tenant?.name ?? '' })}
      width={600}
    >
      {tenant && <Synchronizing key={tenant.id} tenant={tenant} onClose={onClose} />}
    </Dialog>
  );
}
