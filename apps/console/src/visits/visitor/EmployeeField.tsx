import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEmployeeChoice } from '../../building/employee/use-employees.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import type { VisitForm } from './visit-form.ts';

/** Whom at the chosen tenant the visit is to; nobody in particular where it stays empty. */
export function EmployeeField({ form }: { form: VisitForm }) {
  const tenantId: number | undefined = useWatch({ control: form.control, name: 'tenantId' });
  // It begins anew with another tenant: neither what was typed nor who was chosen belongs there.
  return <EmployeeOf key={tenantId} form={form} tenantId={tenantId ?? null} />;
}

function EmployeeOf({ form, tenantId }: { form: VisitForm; tenantId: number | null }) {
  const { t } = useTranslation();
  const choice = useChoice(null);
  const employees = useEmployeeChoice(tenantId, choice.search);
  return (
    <SelectField
      control={form.control}
      name="employeeId"
      label={t('visitors.field.employee')}
      help={t('visitors.field.employeeHelp')}
      disabled={tenantId === null}
      clearable
      {...choice.from(employees)}
    />
  );
}
