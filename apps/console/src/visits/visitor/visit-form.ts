import type { Destination } from '@vestibule/contract/building/destination.ts';
import type { CheckIn } from '@vestibule/contract/visits/registration.ts';
import type { z } from 'zod';
import type { FormOf } from '../../ui/form/use-zod-form.ts';
import type { RegisterTarget } from './use-guest-check-in.ts';

export type VisitForm = FormOf<z.input<typeof CheckIn>, CheckIn>;

type ArrivingGuest = NonNullable<RegisterTarget['guest']>;

/** Not as defaults, which would stay for the next visitor. */
export function fillInGuest(form: VisitForm, { name, companyName, tenant, host }: ArrivingGuest): void {
  const options = { shouldDirty: true };
  form.setValue('name', name, options);
  form.setValue('companyName', companyName ?? '', options);
  form.setValue('tenantId', tenant.id, options);
  form.setValue('employeeId', host?.id ?? null, options);
}

export function destinationOfGuest({ tenant, host }: ArrivingGuest): Destination {
  return { tenant, employee: host && { ...host, phone: null } };
}
