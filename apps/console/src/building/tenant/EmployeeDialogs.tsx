import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { employeeDialogs } from '../employee/use-employees.ts';
import { imageDialogs } from '../image/use-image-dialogs.tsx';

export type EmployeeAct = { tenant: Tenant } & (
  | { kind: 'add' | 'import' }
  | { kind: 'edit' | 'photo' | 'delete'; employee: Employee }
);

/** Rendered beside the tables, so that a dialog survives the row that opened it. */
export function EmployeeDialogs({ target: act, opened, onClose }: TargetDialog<EmployeeAct>) {
  const at = (kind: EmployeeAct['kind']) => ({ opened: opened && act?.kind === kind, onClose });
  const tenant = act?.tenant ?? null;
  const employee = act && 'employee' in act ? act.employee : null;
  return (
    <>
      <employeeDialogs.Add target={tenant} {...at('add')} />
      <employeeDialogs.Import target={tenant} {...at('import')} />
      <employeeDialogs.Edit target={employee} {...at('edit')} />
      <imageDialogs.Photo target={employee} {...at('photo')} />
      <employeeDialogs.Delete tenant={tenant} target={employee} {...at('delete')} />
    </>
  );
}
