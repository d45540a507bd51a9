import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { SyncStatus } from './SyncStatus.tsx';
import { useSynchronisation } from './use-directory.ts';

/** The dialogs about the directory of a tenant, for the screens that show tenants. */
export const integrationDialogs = {
  Integration: lazyDialog(async () => (await import('./dialogs.ts')).IntegrationDialog),
  Synchronise: lazyDialog(async () => (await import('./dialogs.ts')).SynchroniseDialog),
};

/** How the synchronising of a tenant goes, on a screen about the tenant. */
export function Synchronisation({ tenantId }: { tenantId: number }) {
  const { data } = useSynchronisation(tenantId);
  return data && <SyncStatus sync={data} />;
}
