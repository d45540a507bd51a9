/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { CreateCompanyDialog } from './CreateCompanyDialog.tsx';
export { DeleteCompanyDialog } from './DeleteCompanyDialog.tsx';
export { EditCompanyDialog } from './EditCompanyDialog.tsx';
export { LeaveCompanyDialog } from './LeaveCompanyDialog.tsx';
