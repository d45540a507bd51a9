import { EmployeeFields, EmployeeTyped } from '@vestibule/contract/building/employee-edit.ts';
import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { type FormOf, useZodForm } from '../../ui/form/use-zod-form.ts';
import { ImportDialog } from '../../ui/import/ImportDialog.tsx';
import type { Send } from '../../ui/import/use-import.ts';
import { toast } from '../../ui/toast.ts';
import {
  toFieldErrors,
  useCreateEmployee,
  useDeleteEmployee,
  useImportEmployees,
  useUpdateEmployee,
} from './use-employees.ts';
import { useFormState } from 'react-hook-form';
import type { z } from 'zod';
import { useSettingsInForce } from '../settings/use-settings.ts';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

export function AddEmployeeDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const form = useZodForm(EmployeeFields, { defaultValues: { name: '', email: '', phone: '' } });
  const create = useCreateEmployee();
  const [once] = useState(createOnce);

  const add = async (fields: EmployeeFields) => {
    if (!tenant) return;
    try {
      const { name } = await once.run(fields, (idempotencyKey) =>
        create.mutateAsync({ tenantId: tenant.id, fields, idempotencyKey }),
      );
      toast(t('employees.adding.done', { name }));
    } catch (error) {
      throw toFieldErrors(error);
    }
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('employees.adding.title', { tenant: tenant?.name })}
      once={once}
      form={form}
      onSubmit={add}
      submitLabel={t('ui.button.save')}
      reasonFields={{ invalidPhone: 'phone' }}
    >
      <EmployeeFormFields form={form} tenantId={tenant?.id} />
    </FormDialog>
  );
}

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
      throw toFieldErrors(error);
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

const columns = ['name', 'email', 'phone'] as const;

/** A retry after a lost answer does not import twice. */
export function ImportEmployeesDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const { mutateAsync } = useImportEmployees();
  const [once] = useState(createOnce);

  if (!tenant) return null;

  const send: Send = async (file, { preview, onProgress }) => {
    const sent = { tenantId: tenant.id, file, preview, onProgress };
    const { employees, conflicts } = preview
      ? await mutateAsync(sent)
      : await once.run([file.name, await file.text()], (idempotencyKey) => mutateAsync({ ...sent, idempotencyKey }));
    return { good: employees, conflicts };
  };

  return (
    <ImportDialog
      opened={opened}
      onClose={onClose}
      title={t('imports.employees', { tenant: tenant.name })}
      unsuccessful={t('imports.unsuccessfulEmployeesImport')}
      columns={columns}
      pattern="Name;Email;Phone"
      send={send}
      onReset={() => once.forget()}
    />
  );
}

interface DeleteEmployeeDialogProps extends TargetDialog<Employee> {
  tenant: Tenant | null;
}

/** Refused while the employee has visitors. */
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

interface EmployeeFormFieldsProps {
  form: FormOf<z.input<typeof EmployeeFields>, EmployeeFields>;
  tenantId: number | undefined;
}

function EmployeeFormFields({ form: { control }, tenantId }: EmployeeFormFieldsProps) {
  const { t } = useTranslation();
  const settings = useSettingsInForce(tenantId ?? null);
  const { errors } = useFormState({ control });
  return (
    <>
      <TextField
        control={control}
        name="name"
        written="name"
        label={t('employees.field.name')}
        maxLength={120}
        required
        initialFocus
      />
      <TextField control={control} name="email" label={t('employees.field.email')} type="email" maxLength={254} />
      <PhoneField
        control={control}
        name="phone"
        country={settings?.countryCode}
        label={t('employees.field.phone')}
        help={errors.phone ? undefined : t('employees.field.help')}
      />
    </>
  );
}
