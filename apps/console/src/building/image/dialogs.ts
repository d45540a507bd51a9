/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { ChangeLogoDialog } from './ChangeLogoDialog.tsx';
export { ChangePhotoDialog } from './ChangePhotoDialog.tsx';
