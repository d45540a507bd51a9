import type { Employee } from '@vestibule/contract/employee.ts';
import type { Tenant } from '@vestibule/contract/tenant.ts';
import { imageDialogs } from '../image/use-image-dialogs.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import type { TargetDialog } from '../ui/use-target.ts';

const EditEmployeeDialog = lazyDialog(async () => (await import('./EditEmployeeDialog.tsx')).EditEmployeeDialog);
const DeleteEmployeeDialog = lazyDialog(async () => (await import('./DeleteEmployeeDialog.tsx')).DeleteEmployeeDialog);

/** Something that is begun on the row of an employee. */
export interface EmployeeAct {
  kind: 'edit' | 'photo' | 'delete';
  employee: Employee;
}

interface EmployeeDialogsProps extends TargetDialog<EmployeeAct> {
  tenant: Tenant;
}

/** The dialogs of the rows. They stand beside the table: one that is open outlives its row, and says why. */
export function EmployeeDialogs({ tenant, target: act, opened, onClose }: EmployeeDialogsProps) {
  const of = (kind: EmployeeAct['kind']) => ({
    target: act?.employee ?? null,
    opened: opened && act?.kind === kind,
    onClose,
  });
  return (
    <>
      <EditEmployeeDialog {...of('edit')} />
      <imageDialogs.Photo {...of('photo')} />
      <DeleteEmployeeDialog tenant={tenant} {...of('delete')} />
    </>
  );
}
