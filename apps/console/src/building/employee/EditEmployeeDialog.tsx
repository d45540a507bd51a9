import { type Employee } from '@vestibule/contract/building/employee.ts';
import { EmployeeFields, EmployeeTyped } from '@vestibule/contract/building/employee-edit.ts';
import { useTranslation } from 'react-i18next';
import { useUpdateEmployee } from './use-employees.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { EmployeeFormFields } from './EmployeeFormFields.tsx';
import { inUse } from './employee-in-use.ts';

/** Changes an employee that was added by hand. */
export function EditEmployeeDialog({ target: employee, opened, onClose }: TargetDialog<Employee>) {
  const { t } = useTranslation();
  const form = useZodForm(EmployeeFields, { values: typedOf(employee) });
  const update = useUpdateEmployee();
  const concurrent = useConcurrentChange(keptOf(employee), EmployeeTyped, textOf);

  const save = async (fields: EmployeeFields) => {
    if (!employee) return;
    try {
      const edit = { employee, fields: { ...fields, previous: concurrent.previous } };
      const { name } = await concurrent.watch(() => update.mutateAsync(edit));
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
      concurrent={concurrent}
      reasonFields={{ invalidPhone: 'phone' }}
    >
      <EmployeeFormFields form={form} tenantId={employee?.tenantId} />
    </FormDialog>
  );
}

function typedOf(employee: Employee | null) {
  const { name, email, phone } = keptOf(employee);
  return { name, email: email ?? '', phone: phone ?? '' };
}

function keptOf(employee: Employee | null): EmployeeTyped {
  return { name: employee?.name ?? '', email: employee?.email ?? null, phone: employee?.phone ?? null };
}

function textOf({ name, email, phone }: EmployeeTyped): string {
  return [name, email, phone].filter((part) => part !== null).join(', ');
}
