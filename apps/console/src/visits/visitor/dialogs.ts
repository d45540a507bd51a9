/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { BadgePreviewDialog } from './BadgePreviewDialog.tsx';
export { CheckOutDialog } from './CheckOutDialog.tsx';
export { DataRequestDialog } from './DataRequestDialog.tsx';
export { DeleteVisitorDialog } from './DeleteVisitorDialog.tsx';
export { EditVisitorDialog } from './EditVisitorDialog.tsx';
export { ImportVisitorsDialog } from './ImportVisitorsDialog.tsx';
export { NotCheckedInDialog } from './NotCheckedInDialog.tsx';
export { RefusedActsDialog } from './RefusedActsDialog.tsx';
export { RegisterVisitorDialog } from './RegisterVisitorDialog.tsx';
export { VisitMessagesDialog } from './VisitMessagesDialog.tsx';
