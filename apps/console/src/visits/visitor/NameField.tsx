import { useQuery } from '@tanstack/react-query';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { listTenantVisitors, listVisitors, type Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { SuggestInput } from '@vestibule/ui/SuggestInput.tsx';
import { queryOf } from '@vestibule/web/query.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchRank } from '../../ui/form/use-choice.ts';
import { useField } from '../../ui/form/use-field.ts';
import { writing } from '../../ui/keyboard/writing.ts';
import { groupsOf } from '../../ui/phone-groups.ts';
import type { VisitForm } from './visit-form.ts';

interface NameFieldProps {
  companyId: number;
  /** Set if only visitors of this tenant are suggested. */
  tenantId: number | undefined;
  form: VisitForm;
  disabled: boolean;
  onVisitor: (visitor: Visitor) => void;
}

/** Suggests remembered and expected visitors while the user types. */
export function NameField({ companyId, tenantId, form, disabled, onVisitor }: NameFieldProps) {
  const { t } = useTranslation();
  const { field, look } = useField({
    control: form.control,
    name: 'name',
    label: t('visitors.field.name'),
    required: true,
    disabled,
    maxLength: 120,
  });
  // Excludes a name that the lookup filled in.
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), 200);
  const visitors = useVisitorsByName(companyId, tenantId, search);
  const suggestions = visitors.filter(({ name }) => typed !== '' && matchRank(name, typed) < 2);

  const choose = (key: string) => {
    const visitor = visitors.find(({ id }) => String(id) === key);
    setTyped('');
    if (visitor) onVisitor(visitor);
  };

  return (
    <SuggestInput
      {...writing.name}
      ref={field.ref}
      name={field.name}
      label={look.label}
      error={look.error}
      isDisabled={look.disabled}
      isRequired
      size={look.size}
      value={typeof field.value === 'string' ? field.value : ''}
      onType={(text) => {
        field.onChange(text);
        setTyped(text);
      }}
      onBlur={field.onBlur}
      suggestions={suggestions.map(({ id, name, companyName, phone }) => ({
        value: String(id),
        label: name,
        detail: `${companyName}, ${groupsOf(phone).join(' ')}`,
      }))}
      onSuggestion={choose}
    />
  );
}

function useVisitorsByName(companyId: number, tenantId: number | undefined, search: string): readonly Visitor[] {
  const query = { search, limit: 5 };
  const isLong = search.length >= searchMinimum.company;
  const ofCompany = useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query: { ...query, scope: 'all' } }),
    enabled: isLong && tenantId === undefined,
  });
  const ofTenant = useQuery({
    ...queryOf(listTenantVisitors, { params: { tenantId: tenantId ?? 0 }, query }),
    enabled: isLong && tenantId !== undefined,
  });
  if (!isLong) return [];
  return (tenantId === undefined ? ofCompany : ofTenant).data?.rows ?? [];
}
