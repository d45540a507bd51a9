import type { Destination } from '@vestibule/contract/building/destination.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import type { lookUpPhone, Visitor } from '@vestibule/contract/visits/visitor.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useUnderstoodPhone } from '../../ui/form/use-understood-phone.ts';
import { usePhoneLookup } from './use-visitors.ts';
import type { VisitForm } from './visit-form.ts';

export type LookupOutcome =
  | 'looking'
  | 'new'
  | 'known'
  | 'expected'
  | 'inside'
  | 'storageStopped'
  | 'invalidPhone'
  | 'lookupFailed';

interface Finding {
  phone: string;
  outcome: LookupOutcome;
  visitor: Visitor | null;
}

interface Filled {
  name: string;
  companyName: string;
  shouldSaveData: boolean;
  destination: Destination | null;
}

const nothing: Filled = { name: '', companyName: '', shouldSaveData: false, destination: null };

/** Pauses after the last digit, in ms. Longer if the user may still be typing: each lookup counts as a guess. */
const debounceMs = 150;
const longDebounceMs = 700;

interface LookupOptions {
  companyId: number;
  /** Set if the tenant cannot be chosen. */
  tenantId: number | undefined;
  form: VisitForm;
  country: CountryCode | undefined;
  /** Called with the answer while the user still waits for it in the phone field. */
  onAnswer: (outcome: LookupOutcome) => void;
}

/**
 * Starts when the number is complete for its country, or when its field loses the focus. Keeps typed input. Takes filled-in data back when
 * the phone changes, so that the next visitor does not get it.
 */
export function useLookup({ companyId, tenantId: preset, form, country = 'NO', ...options }: LookupOptions) {
  const { mutateAsync: lookUp } = usePhoneLookup(companyId);
  const [finding, setFinding] = useState<Finding | null>(null);
  const lookedUp = useRef('');
  const filled = useRef(nothing);
  const isMarked = form.formState.errors.phone !== undefined;
  const phone = useWatch({ control: form.control, name: 'phone' });
  const understood = useUnderstoodPhone(phone, country);

  const takeBack = useEffectEvent(() => {
    form.clearErrors('phone');
    if (phone === lookedUp.current || filled.current === nothing) return;
    fill(form, filled.current, nothing, preset);
    filled.current = nothing;
    lookedUp.current = '';
  });
  useEffect(() => takeBack(), [phone]);

  const isComplete = understood !== null;
  const delayMs = understood?.mayContinue ? longDebounceMs : debounceMs;
  const lookUpTyped = useEffectEvent(() => void lookUpNow());
  useEffect(() => {
    if (!isComplete) return undefined;
    const timer = setTimeout(() => lookUpTyped(), delayMs);
    return () => clearTimeout(timer);
  }, [phone, isComplete, delayMs]);

  async function lookUpNow({ mayMoveFocus = false, mayBeAgain = false } = {}): Promise<void> {
    const typed = form.getValues('phone');
    // Another desk may have checked the visitor out since.
    const isAgain = mayBeAgain && finding?.outcome === 'inside' && typed === lookedUp.current;
    if (typed === '' || (typed === lookedUp.current && !isAgain)) return;
    lookedUp.current = typed;
    const isCurrent = () => lookedUp.current === typed && form.getValues('phone') === typed;
    if (!isAgain) setFinding({ phone: typed, outcome: 'looking', visitor: null });
    try {
      // The server reads the phone with the country of the chosen tenant.
      const tenantId: number | undefined = form.getValues('tenantId');
      const found = await lookUp({ phone: typed, tenantId });
      if (!isCurrent()) return;
      const { visitor } = found;
      const outcome = outcomeOf(found);
      form.clearErrors('phone');
      fill(form, filled.current, known(visitor), preset);
      filled.current = known(visitor);
      // In stored form it stays the same number when a tenant in another country is chosen.
      const stored = visitor?.phone ?? typed;
      lookedUp.current = stored;
      if (stored !== typed) form.setValue('phone', stored);
      setFinding({ phone: stored, outcome, visitor });
      // A number that may continue and belongs to no visitor is perhaps not complete.
      if (mayMoveFocus || visitor || !understood?.mayContinue) options.onAnswer(outcome);
    } catch (error) {
      if (!isCurrent()) return;
      if (isInvalid(error)) form.setError('phone', { type: 'server', message: 'invalidPhone' });
      else lookedUp.current = '';
      setFinding({ phone: typed, outcome: isInvalid(error) ? 'invalidPhone' : 'lookupFailed', visitor: null });
    }
  }

  function release(): void {
    const stays = { ...filled.current, destination: null };
    fill(form, filled.current, stays, preset);
    filled.current = stays;
  }

  function again(): void {
    lookedUp.current = '';
    void lookUpNow();
  }

  function noteLeft(): void {
    setFinding((found) => {
      if (!found?.visitor) return found;
      const visitor = { ...found.visitor, currentVisitRecordId: null, currentVisitRecord: null };
      return { ...found, outcome: 'known', visitor };
    });
  }

  function forget(): void {
    setFinding(null);
    lookedUp.current = '';
    filled.current = nothing;
  }

  const current = finding?.phone === phone ? finding : null;
  const outcome = current?.outcome ?? null;
  return {
    // A marked field already shows the outcome.
    outcome: outcome !== 'inside' && isMarked ? null : outcome,
    visitor: current?.visitor ?? null,
    destination: current?.visitor ? destinationOf(current.visitor) : null,
    lookUpNow,
    again,
    release,
    noteLeft,
    forget,
  };
}

function known(visitor: Visitor | null): Filled {
  if (!visitor) return nothing;
  const { name, companyName, shouldSaveData } = visitor;
  return { name, companyName, shouldSaveData, destination: destinationOf(visitor) };
}

function destinationOf({ currentVisitRecord: visit, preregisteredTenant, expected }: Visitor): Destination | null {
  if (visit) return { tenant: visit.tenant, employee: visit.employee };
  const host = expected?.employee;
  return preregisteredTenant && { tenant: preregisteredTenant, employee: host ? { ...host, phone: null } : null };
}

function fill(form: VisitForm, before: Filled, next: Filled, preset: number | undefined): void {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  for (const field of ['name', 'companyName', 'shouldSaveData'] as const) {
    if (form.getValues(field) === before[field]) form.setValue(field, next[field], options);
  }
  const tenantId: number | undefined = form.getValues('tenantId');
  const isOfUser = tenantId !== undefined && tenantId !== before.destination?.tenant.id && tenantId !== preset;
  if (isOfUser || (before.destination === null && next.destination === null)) return;
  const to = next.destination;
  if (preset !== undefined) {
    form.setValue('employeeId', to?.tenant.id === preset ? (to.employee?.id ?? null) : null);
  } else if (to) {
    form.setValue('tenantId', to.tenant.id, options);
    form.setValue('employeeId', to.employee?.id ?? null);
  } else {
    form.resetField('tenantId');
    form.setValue('employeeId', null);
  }
}

function outcomeOf({ visitor, isCheckedIn, storageStopped }: Reply<typeof lookUpPhone>): LookupOutcome {
  if (!visitor) return 'new';
  if (isCheckedIn) return 'inside';
  if (storageStopped) return 'storageStopped';
  return visitor.preregisteredTenant ? 'expected' : 'known';
}

function isInvalid(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.reason === 'invalidPhone';
}
