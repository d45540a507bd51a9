import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

/** The dialogs in which others choose a picture. */
export const imageDialogs = {
  Logo: lazyDialog(async () => (await import('./dialogs.ts')).ChangeLogoDialog),
  Photo: lazyDialog(async () => (await import('./dialogs.ts')).ChangePhotoDialog),
};
