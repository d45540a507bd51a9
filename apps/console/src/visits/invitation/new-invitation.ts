import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ReasonFields } from '../../ui/form/form-problem.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast.ts';
import {
  againFrom,
  type CreateFields,
  createSchema,
  newInvitation,
  placeComplaints,
  reasonFields,
  toBody,
} from './invitation-form.ts';
import type { Clock } from './use-building-clock.ts';
import { useGuestCountry, useHostInviter } from './use-inviter.ts';
import { useCreateInvitation } from './use-invitations.ts';

interface NewInvitationOptions {
  companyId: number;
  /** Set if the tenant cannot be chosen. */
  tenantId: number | undefined;
  clock: Clock;
  /** An earlier invitation to repeat. */
  earlier: Invitation | null;
  draft?: CreateFields | undefined;
}

/** The form of a new invitation, for a dialog or a page. */
export function useNewInvitation({ companyId, tenantId: preset, clock, earlier, draft }: NewInvitationOptions) {
  const { t } = useTranslation();
  const host = useHostInviter();
  const [tenantId, setTenantId] = useState(preset ?? null);
  const country = useGuestCountry(companyId, tenantId);
  const start = () => {
    const fresh = newInvitation(clock, new Date(), preset);
    if (!earlier) return fresh;
    const again = againFrom(clock, new Date(), fresh, earlier);
    return host ? { ...again, isQuiet: false } : again;
  };
  const [empty] = useState(start);
  const form = useZodForm(createSchema(country), { defaultValues: draft ?? empty });
  const [chosen, isQuiet] = useWatch({ control: form.control, name: ['tenantId', 'isQuiet'] });
  if (chosen !== tenantId) setTenantId(chosen);
  const create = useCreateInvitation();
  const [once] = useState(createOnce);

  const save = async (typed: CreateFields) => {
    if (typed.tenantId === null) return;
    const to = typed.tenantId;
    const body = toBody(clock, typed);
    await once
      .run([to, body], (idempotencyKey) => create.mutateAsync({ tenantId: to, body, idempotencyKey }))
      .catch((error: unknown) => {
        throw placeComplaints(error, typed);
      });
    const [guest, ...others] = body.guests;
    const isAlone = guest !== undefined && others.length === 0;
    toast(
      isAlone
        ? t('invitations.creating.doneFor', { name: guest.name })
        : t('invitations.creating.done', { count: body.guests.length }),
    );
  };
  const marks: ReasonFields<CreateFields> = {
    ...reasonFields,
    tooManyGuests: 'lines',
    ...(preset === undefined && { invitationsAreOff: 'tenantId' }),
  };
  return { form, country, tenantId, isQuiet, once, save, marks, restart: () => form.reset(start()) };
}
