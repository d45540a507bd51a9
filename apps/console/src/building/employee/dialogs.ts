/** The dialogs that are fetched together, in one file. */
export { AddEmployeeDialog } from './AddEmployeeDialog.tsx';
export { DeleteEmployeeDialog } from './DeleteEmployeeDialog.tsx';
export { EditEmployeeDialog } from './EditEmployeeDialog.tsx';
export { ImportEmployeesDialog } from './ImportEmployeesDialog.tsx';
