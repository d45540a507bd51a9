import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { lookUpPhone, Visitor } from '@vestibule/contract/visits/visitor.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { usePhoneLookup } from './use-visitors.ts';
import type { VisitForm } from './visit-form.ts';

/** The result of a lookup of the phone. */
export type LookupOutcome = 'known' | 'invalidPhone' | 'inside' | 'storageStopped' | 'notFound' | 'lookupFailed';

interface Finding {
  phone: string;
  outcome: LookupOutcome;
  expectedAt: Visitor['preregisteredTenant'];
  isRemembered: boolean;
}

interface Known {
  name: string;
  companyName: string;
  shouldSaveData: boolean;
  preregisteredTenantId: number | null;
}

const nothing: Known = { name: '', companyName: '', shouldSaveData: false, preregisteredTenantId: null };

/**
 * Looks a phone up when its field loses the focus, and fills in known data. Keeps typed input. Takes filled-in data back when the phone
 * changes, so that the next visitor does not get it.
 */
export function useLookup(companyId: number, form: VisitForm) {
  const { mutateAsync: lookUp } = usePhoneLookup(companyId);
  const [finding, setFinding] = useState<Finding | null>(null);
  const asked = useRef('');
  const filled = useRef(nothing);
  const isMarked = form.formState.errors.phone !== undefined;
  const phone = useWatch({ control: form.control, name: 'phone' });

  const takeBack = useEffectEvent(() => {
    form.clearErrors('phone');
    if (phone === asked.current || filled.current === nothing) return;
    fill(form, filled.current, nothing);
    filled.current = nothing;
    asked.current = '';
  });
  useEffect(() => takeBack(), [phone]);

  async function leave(): Promise<void> {
    const typed = form.getValues('phone');
    // Another desk may have checked the visitor out since.
    const mayHaveChanged = finding?.outcome === 'inside';
    if (typed === '' || (typed === asked.current && !mayHaveChanged)) return;
    asked.current = typed;
    try {
      // The server reads the phone with the country of the chosen tenant.
      const tenantId: number | undefined = form.getValues('tenantId');
      const found = await lookUp({ phone: typed, tenantId });
      if (form.getValues('phone') !== typed) return;
      fill(form, filled.current, known(found.visitor));
      filled.current = known(found.visitor);
      setFinding({
        phone: typed,
        outcome: outcomeOf(found),
        expectedAt: found.visitor?.preregisteredTenant ?? null,
        isRemembered: found.visitor?.shouldSaveData ?? false,
      });
    } catch (error) {
      if (form.getValues('phone') !== typed) return;
      if (isInvalid(error)) form.setError('phone', { type: 'server', message: 'invalidPhone' });
      else asked.current = '';
      const outcome = isInvalid(error) ? 'invalidPhone' : 'lookupFailed';
      setFinding({ phone: typed, outcome, expectedAt: null, isRemembered: false });
    }
  }

  function forget(): void {
    setFinding(null);
    asked.current = '';
    filled.current = nothing;
  }

  const outcome = finding?.phone === phone ? finding.outcome : null;
  return {
    // A marked field already shows the outcome.
    outcome: outcome !== 'inside' && isMarked ? null : outcome,
    expectedAt: finding?.expectedAt ?? null,
    isRemembered: outcome === 'known' && finding?.isRemembered === true,
    leave,
    forget,
  };
}

function known(visitor: Visitor | null): Known {
  return visitor ?? nothing;
}

/** Replaces the data that an earlier lookup filled in. */
function fill(form: VisitForm, before: Known, next: Known): void {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  if (form.getValues('name') === before.name) form.setValue('name', next.name, options);
  if (form.getValues('companyName') === before.companyName) form.setValue('companyName', next.companyName, options);
  if (form.getValues('shouldSaveData') === before.shouldSaveData) {
    form.setValue('shouldSaveData', next.shouldSaveData, options);
  }
  const tenantId: number | undefined = form.getValues('tenantId');
  if (tenantId && tenantId !== before.preregisteredTenantId) return;
  if (next.preregisteredTenantId) form.setValue('tenantId', next.preregisteredTenantId, options);
  else if (tenantId) form.resetField('tenantId');
  form.setValue('employeeId', null);
}

function outcomeOf({ visitor, isCheckedIn, storageStopped }: Reply<typeof lookUpPhone>): LookupOutcome {
  if (!visitor) return 'notFound';
  if (isCheckedIn) return 'inside';
  return storageStopped ? 'storageStopped' : 'known';
}

function isInvalid(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.reason === 'invalidPhone';
}
