import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../../building/tenant/use-tenant.ts';
import { useTenantChoice } from '../../building/tenant/use-tenants.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';

interface TenantFilterProps {
  companyId: number;
  tenantId: number | null;
  onTenant: (tenantId: number | null) => void;
}

/** Chooses one tenant of a company, or all of them. */
export function TenantFilter({ companyId, tenantId, onTenant }: TenantFilterProps) {
  const { t } = useTranslation();
  const { control } = useForm({ values: { tenantId } });
  const { data: chosen } = useTenant(tenantId);
  const choice = useChoice(chosen ?? null);
  const tenants = useTenantChoice(companyId, choice.search);
  return (
    <SelectField
      control={control}
      name="tenantId"
      label={t('history.filter.tenant')}
      clearable
      {...choice.from(tenants, onTenant)}
    />
  );
}
