/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { AddPartnerDialog } from './AddPartnerDialog.tsx';
export { CreatePartnerDialog } from './CreatePartnerDialog.tsx';
export { DeletePartnerDialog } from './DeletePartnerDialog.tsx';
export { EditPartnerDialog } from './EditPartnerDialog.tsx';
export { UnassignDialog } from './UnassignDialog.tsx';
