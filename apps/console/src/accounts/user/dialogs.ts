/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { DeleteUserDialog } from './DeleteUserDialog.tsx';
export { InviteUserDialog } from './InviteUserDialog.tsx';
export { NotificationEmailsDialog } from './NotificationEmailsDialog.tsx';
