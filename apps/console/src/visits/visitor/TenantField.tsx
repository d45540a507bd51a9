import { useTranslation } from 'react-i18next';
import { useTenantChoice } from '../../building/tenant/use-tenants.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import type { VisitForm } from './visit-form.ts';

interface TenantFieldProps {
  companyId: number;
  form: VisitForm;
  /** The tenant that expects the visitor, where there is one. */
  expected: { id: number; name: string } | null;
}

/** The tenant that is visited, found by its name or by somebody who works there. */
export function TenantField({ companyId, form, expected }: TenantFieldProps) {
  const { t } = useTranslation();
  const choice = useChoice(expected);
  const tenants = useTenantChoice(companyId, choice.search);
  return (
    <SelectField
      control={form.control}
      name="tenantId"
      label={t('visitors.field.tenant')}
      required
      {...choice.from(tenants, () => form.setValue('employeeId', null))}
    />
  );
}
