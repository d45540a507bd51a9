import { EmployeeFields } from '@vestibule/contract/building/employee-edit.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateEmployee } from './use-employees.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { EmployeeFormFields } from './EmployeeFormFields.tsx';
import { inUse } from './employee-in-use.ts';

/** Adds an employee to a tenant by hand. */
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
      throw inUse(error);
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
