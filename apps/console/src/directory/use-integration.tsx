import { lazyDialog } from '../ui/lazy-dialog.tsx';

/** The dialogs about the directory of a tenant, for the screens that show tenants. */
export const integrationDialogs = {
  Integration: lazyDialog(async () => (await import('./IntegrationDialog.tsx')).IntegrationDialog),
  Synchronise: lazyDialog(async () => (await import('./SynchroniseDialog.tsx')).SynchroniseDialog),
};
