import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import { useDeleteEmployee } from './use-employees.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';

interface DeleteEmployeeDialogProps extends TargetDialog<Employee> {
  tenant: Tenant | null;
}

/** Asks whether an employee is to go, and deletes them; not while somebody visits them. */
export function DeleteEmployeeDialog({ tenant, target: employee, opened, onClose }: DeleteEmployeeDialogProps) {
  const { t } = useTranslation();
  const deleteEmployee = useDeleteEmployee();
  if (!tenant || !employee) return null;
  const { name } = employee;

  const confirm = async () => {
    await deleteEmployee.mutateAsync(employee);
    toast(t('employees.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('employees.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
    >
      {t('employees.deleting.sure', { name, tenant: tenant.name })}
    </ConfirmDialog>
  );
}
