import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

/** The dialogs in which others choose a picture. */
export const imageDialogs = {
  Logo: lazyDialog(async () => (await import('./dialogs.tsx')).ChangeLogoDialog),
  Photo: lazyDialog(async () => (await import('./dialogs.tsx')).ChangePhotoDialog),
};

/** For the forms of others in which a picture is chosen. */
export { ImagePicker } from './ImagePicker.tsx';
