import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type TargetDialog, useTarget } from '../../ui/dialog/use-target.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import { ConnectedDialog } from './ConnectedDialog.tsx';
import { RemoveIntegrationDialog } from './RemoveIntegrationDialog.tsx';
import { Synchronising } from './Synchronising.tsx';

/** Connects a directory, or shows the connected one. Opens the dialogs that follow from it. */
export function IntegrationDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const [renewing, setRenewing] = useState(false);
  const synchronising = useTarget<Tenant>();
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
        onConnected={goOn(synchronising.open)}
      />
      <ConnectedDialog
        tenant={tenant}
        opened={opened && isConnected}
        onClose={close}
        onSynchronise={goOn(synchronising.open)}
        onRemove={goOn(removing.open)}
        onRenew={() => setRenewing(true)}
      />
      <SynchroniseDialog {...synchronising.dialog} />
      <RemoveIntegrationDialog {...removing.dialog} />
    </>
  );
}

/** Synchronizes a tenant, the first time after a preview. A run continues when the dialog closes. */
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
