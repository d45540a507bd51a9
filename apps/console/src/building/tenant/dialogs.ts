/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { AddTenantDialog } from './AddTenantDialog.tsx';
export { DeleteTenantDialog } from './DeleteTenantDialog.tsx';
export { DeliveryPhonesDialog } from './DeliveryPhonesDialog.tsx';
export { RenameTenantDialog } from './RenameTenantDialog.tsx';
