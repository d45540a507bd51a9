import { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';

const SynchroniseDialog = lazyDialog(async () => (await import('./dialogs.ts')).SynchroniseDialog, {
  ahead: false,
});

const Connected = z.object({ connected: z.object({ tenant: Tenant }) });

/** Shows what the first synchronisation of a tenant would change, once it was connected: conflicts and all. */
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
    // Somebody who reloads has seen it.
    void navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [connected, key, open, navigate, pathname, search]);

  return <SynchroniseDialog {...dialog} />;
}
