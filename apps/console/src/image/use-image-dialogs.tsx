import { lazyDialog } from '../ui/lazy-dialog.tsx';

/** The dialogs in which others choose a picture. */
export const imageDialogs = {
  Logo: lazyDialog(async () => (await import('./ChangeLogoDialog.tsx')).ChangeLogoDialog),
  Photo: lazyDialog(async () => (await import('./ChangePhotoDialog.tsx')).ChangePhotoDialog),
};
