import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const imageDialogs = {
  Logo: lazyDialog(async () => (await import('./dialogs.tsx')).ChangeLogoDialog),
  Photo: lazyDialog(async () => (await import('./dialogs.tsx')).ChangePhotoDialog),
};

export { ImagePicker } from './ImagePicker.tsx';
