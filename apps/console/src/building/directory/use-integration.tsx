import { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { SyncStatus } from './SyncStatus.tsx';
import { useSynchronization } from './use-directory.ts';

export const integrationDialogs = {
  Integration: lazyDialog(async () => (await import('./dialogs.tsx')).IntegrationDialog),
  Synchronize: lazyDialog(async () => (await import('./dialogs.tsx')).SynchronizeDialog),
};

export function Synchronization({ tenantId }: { tenantId: number }) {
  const { data } = useSynchronization(tenantId);
  return data && <SyncStatus sync={data} />;
}

const SynchronizeDialog = lazyDialog(async () => (await import('./dialogs.tsx')).SynchronizeDialog, {
  ahead: false,
});

const Connected = z.object({ connected: z.object({ tenant: Tenant }) });

export function AfterConnecting() {
  const location = useLocation();
  const { key, pathname, search } = location;
  const navigate = useNavigate();
  const { open, dialog } = useTarget<Tenant>();
  const connected = Connected.safeParse(location.state).data?.connected;
  const seen = useRef<string>(null);

  useEffect(() => {
    if (!connected || seen.current === key) return;
    seen.current = key;
    open(connected.tenant);
    // A reload must not open the dialog again.
    void navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [connected, key, open, navigate, pathname, search]);

  return <SynchronizeDialog {...dialog} />;
}
