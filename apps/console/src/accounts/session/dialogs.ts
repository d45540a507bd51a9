/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
export { LanguageDialog } from './LanguageDialog.tsx';
export { LogOutDialog } from './LogOutDialog.tsx';
