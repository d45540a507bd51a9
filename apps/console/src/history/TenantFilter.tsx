import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useTenant, useTenantChoice } from '../tenant/use-tenants.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { useChoice } from '../visitor/use-choice.ts';

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
  const options = choice.optionsFrom(tenants.data?.pages);
  return (
    <SelectField
      control={control}
      name="tenantId"
      label={t('history.filter.tenant')}
      searchable
      clearable
      options={options}
      onSearch={choice.type}
      source={tenants}
      onEnd={() => tenants.hasNextPage && void tenants.fetchNextPage()}
      onChosen={(id) => {
        choice.choose(options.find(({ value }) => value === id) ?? null);
        onTenant(id);
      }}
    />
  );
}
