import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useTenantChoice } from '../../building/tenant/use-tenants.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import classes from './TenantFilter.module.css';

interface TenantChoiceProps {
  companyId: number;
  chosen: { id: number; name: string } | null;
  onTenant: (tenantId: number | null) => void;
  onClose: () => void;
  onLeave: () => void;
}

/** Has the focus, with its list open, when it appears. */
export function TenantChoice({ companyId, chosen, onTenant, onClose, onLeave }: TenantChoiceProps) {
  const { t } = useTranslation();
  const { control } = useForm({ values: { tenantId: chosen?.id ?? null } });
  const choice = useChoice(chosen);
  const tenants = useTenantChoice(companyId, choice.search);
  const field = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const element = field.current;
    const stop = new AbortController();
    const { signal } = stop;
    element?.querySelector('input')?.focus();
    element?.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element?.contains(relatedTarget)) leave();
    };
    element?.addEventListener('focusout', onFocusOut, { signal });
    return () => stop.abort();
  }, []);
  return (
    <div ref={field} className={classes.choice}>
      <SelectField
        control={control}
        name="tenantId"
        label={t('visitors.tenantFilter.field')}
        clearable
        {...choice.from(tenants, onTenant)}
      />
    </div>
  );
}
