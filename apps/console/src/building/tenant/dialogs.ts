/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { AddEmployeeDialog } from './AddEmployeeDialog.tsx';
export { AddTenantDialog } from './AddTenantDialog.tsx';
export { DeleteEmployeeDialog } from './DeleteEmployeeDialog.tsx';
export { DeleteTenantDialog } from './DeleteTenantDialog.tsx';
export { DeliveryPhonesDialog } from './DeliveryPhonesDialog.tsx';
export { EditEmployeeDialog } from './EditEmployeeDialog.tsx';
export { ImportEmployeesDialog } from './ImportEmployeesDialog.tsx';
export { RenameTenantDialog } from './RenameTenantDialog.tsx';
