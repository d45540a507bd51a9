/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { DeleteKioskDialog } from './DeleteKioskDialog.tsx';
export { DeviceDialog } from './DeviceDialog.tsx';
export { EditKioskDialog } from './EditKioskDialog.tsx';
export { EnrolDialog } from './EnrolDialog.tsx';
export { UpdateAllDialog } from './UpdateAllDialog.tsx';
