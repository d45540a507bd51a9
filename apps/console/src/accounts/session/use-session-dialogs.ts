import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/* Dialogs that hosts have too. */

export const LanguageDialog = lazyDialog(async () => (await import('./dialogs.tsx')).LanguageDialog);
export const SessionsDialog = lazyDialog(async () => (await import('./SessionsDialog.tsx')).SessionsDialog, {
  ahead: false,
});
