import { type Employee, EmployeeFields } from '@vestibule/contract/employee.ts';
import { useTranslation } from 'react-i18next';
import { useUpdateEmployee } from '../employee/use-employees.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toast } from '../ui/toast.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import type { TargetDialog } from '../ui/use-target.ts';
import { EmployeeFormFields } from './EmployeeFormFields.tsx';
import { inUse } from './employee-in-use.ts';

/** Changes an employee that was added by hand. */
export function EditEmployeeDialog({ target: employee, opened, onClose }: TargetDialog<Employee>) {
  const { t } = useTranslation();
  const form = useZodForm(EmployeeFields, { values: typedOf(employee) });
  const update = useUpdateEmployee();

  const save = async (fields: EmployeeFields) => {
    if (!employee) return;
    try {
      const { name } = await update.mutateAsync({ employee, fields });
      toast(t('employees.editing.done', { name }));
    } catch (error) {
      throw inUse(error);
    }
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('employees.editing.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
      reasonFields={{ invalidPhone: 'phone' }}
    >
      <EmployeeFormFields form={form} />
    </FormDialog>
  );
}

function typedOf(employee: Employee | null) {
  return { name: employee?.name ?? '', email: employee?.email ?? '', phone: employee?.phone ?? '' };
}
