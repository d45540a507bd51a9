import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

/** The dialogs that change the employees of a tenant. */
export const employeeDialogs = {
  Add: lazyDialog(async () => (await import('./dialogs.ts')).AddEmployeeDialog),
  Delete: lazyDialog(async () => (await import('./dialogs.ts')).DeleteEmployeeDialog),
  Edit: lazyDialog(async () => (await import('./dialogs.ts')).EditEmployeeDialog),
  Import: lazyDialog(async () => (await import('./dialogs.ts')).ImportEmployeesDialog),
};
