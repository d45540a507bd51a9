import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEmployeeChoice } from '../../building/employee/use-employees.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import { useHost } from './use-history.ts';

interface HostFilterProps {
  companyId: number;
  /** Null until a tenant is chosen. */
  tenantId: number | null;
  employeeId: number | null;
  onHost: (employeeId: number | null) => void;
}

/** Chooses somebody of a tenant who was visited. */
export function HostFilter({ companyId, tenantId, employeeId, onHost }: HostFilterProps) {
  const { t } = useTranslation();
  const { control } = useForm({ values: { employeeId } });
  const { data: chosen } = useHost(companyId, employeeId);
  const choice = useChoice(chosen ?? null);
  const employees = useEmployeeChoice(tenantId, choice.search);
  return (
    <SelectField
      control={control}
      name="employeeId"
      label={t('history.filter.host')}
      disabled={tenantId === null}
      clearable
      {...choice.from(employees, onHost)}
    />
  );
}
