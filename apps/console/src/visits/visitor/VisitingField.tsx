import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Destination, listDestinations } from '@vestibule/contract/building/destination.ts';
import { ComboBox } from '@vestibule/ui/ComboBox.tsx';
import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { Building2, UserRound } from '@vestibule/ui/icons.tsx';
import { queryOf } from '@vestibule/web/query.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useField } from '../../ui/form/use-field.ts';
import type { VisitForm } from './visit-form.ts';

interface VisitingFieldProps {
  companyId: number;
  /** Set if the tenant cannot be chosen. */
  tenantId: number | undefined;
  form: VisitForm;
  /** Where the visitor is, or is expected. Shown before the list has loaded. */
  given: Destination | null;
  disabled: boolean;
}

/** One search of tenants and employees, which sets both. */
export function VisitingField({ companyId, tenantId: preset, form, given, disabled }: VisitingFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Destination | null>(null);
  const tenantId: number | undefined = useWatch({ control: form.control, name: 'tenantId' });
  const employeeId = useWatch({ control: form.control, name: 'employeeId' });
  const { field, look } = useField({
    control: form.control,
    name: 'tenantId',
    label: t('visitors.field.visiting'),
    required: true,
    disabled,
  });
  const search = typed.trim();
  const settled = useDebouncedValue(search, 120);
  const found = useQuery({
    ...queryOf(listDestinations, {
      params: { companyId },
      query: { ...(settled && { search: settled }), ...(preset !== undefined && { tenantId: preset }), limit: 50 },
    }),
    placeholderData: keepPreviousData,
    // The last check-in changes which come first.
    staleTime: 0,
  });
  const isSearching = search !== settled || found.isPlaceholderData || found.isLoading;
  const rows = found.data ?? [];

  const isChosen = ({ tenant, employee }: Destination) =>
    tenant.id === tenantId && (employee?.id ?? null) === employeeId;
  const chosen = [picked, given, ...rows].find((each) => each !== null && isChosen(each)) ?? null;
  const shown = chosen && search === '' && !rows.some(isChosen) ? [chosen, ...rows] : rows;

  const set = (to: Destination | null) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    setPicked(to);
    if (to) form.setValue('tenantId', to.tenant.id, options);
    else form.resetField('tenantId');
    form.setValue('employeeId', to?.employee?.id ?? null, options);
  };
  const emptyText = () => {
    if (isSearching) return 'ui.list.loading';
    return found.isError ? 'ui.list.failed' : 'ui.select.nothing';
  };
  const optionOf = ({ tenant, employee }: Destination) => ({
    value: keyOf({ tenant, employee }),
    label: employee ? `${employee.name}, ${tenant.name}` : tenant.name,
    title: employee?.name ?? tenant.name,
    detail: employee ? tenant.name : t('visitors.field.wholeTenant'),
    icon: employee ? UserRound : Building2,
  });

  return (
    <ComboBox
      label={look.label}
      error={look.error}
      isDisabled={disabled}
      isRequired
      name={field.name}
      onBlur={field.onBlur}
      ref={field.ref}
      placeholder={t('ui.select.placeholder')}
      emptyText={t(emptyText())}
      options={shown.map(optionOf)}
      chosen={chosen && optionOf(chosen)}
      onChoose={(key) => set(shown.find((each) => keyOf(each) === key) ?? null)}
      onSearch={setTyped}
      hasMatch={search !== '' && rows.length > 0 && !isSearching}
      isSearching={search !== '' && isSearching}
      clearLabel={preset === undefined || chosen?.employee ? t('visitors.field.clearVisiting') : undefined}
      onClear={() => set(null)}
    />
  );
}

function keyOf({ tenant, employee }: Destination): string {
  return employee ? `employee-${employee.id}` : `tenant-${tenant.id}`;
}
