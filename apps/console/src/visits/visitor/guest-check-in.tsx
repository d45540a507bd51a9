import { dismissGuest, type ExpectedGuest } from '@vestibule/contract/visits/expected-guest.ts';
import { checkInGuests, getInvitation } from '@vestibule/contract/visits/invitation.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import type { Once } from '@vestibule/web/once.ts';
import { getI18n } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import { CheckedInToast } from './CheckedInToast.tsx';
import type { Arriving, ArrivalOutcomes } from './use-guest-check-in.ts';

interface CheckInDeps extends ArrivalOutcomes {
  once: Once;
  errorText: (reason: string) => string;
}

/** In a file of its own, because the list of visitors, which is in the first load, needs it after a press only. */
export async function checkIn(arriving: Arriving | Visitor, deps: CheckInDeps): Promise<void> {
  if ('guests' in arriving) return checkInArriving(arriving, deps);
  const { id, phone, expected } = arriving;
  const invitation = await call(getInvitation, { params: { invitationId: expected?.invitationId ?? 0 } });
  const guests = invitation.guests.filter(({ visitorId }) => visitorId === id);
  if (guests.length === 0) return deps.onForm({ phone });
  return checkInArriving({ ...invitation, guests }, deps);
}

/** A visitor who is expected for an invitation is its guest. */
export async function dismissGuestOf(absent: ExpectedGuest | Visitor): Promise<void> {
  const { name } = absent;
  if ('invitationId' in absent) {
    await call(dismissGuest, { params: { invitationId: absent.invitationId, guestId: absent.id } });
  } else {
    const params = { invitationId: absent.expected?.invitationId ?? 0 };
    const { guests } = await call(getInvitation, { params });
    const guest = guests.find(({ visitorId }) => visitorId === absent.id);
    await call(dismissGuest, { params: { ...params, guestId: guest?.id ?? 0 } });
  }
  toast(getI18n().t('visitors.guests.dismissed', { name }));
}

async function checkInArriving({ guests, tenant, host }: Arriving, deps: CheckInDeps): Promise<void> {
  const ids = guests.map(({ id }) => id);
  const { visitors, conflicts, html } = await deps.once.run(ids, (idempotencyKey) =>
    call(checkInGuests, { body: { ids } }, { idempotencyKey }),
  );
  const [visitor, ...others] = visitors;
  if (visitor && others.length > 0) toast(getI18n().t('invitations.checkedIn', { count: visitors.length }));
  else if (visitor) toast(<CheckedInToast visitor={visitor} />);

  const [guest] = guests;
  const [conflict] = conflicts;
  if (conflict && guest && guests.length === 1) {
    if (conflict.reason === 'phoneRequired') deps.onForm({ phone: '', guest: { ...guest, tenant, host } });
    else toast(deps.errorText(conflict.reason));
  } else if (conflict) deps.onConflicts(conflicts, html);
  else if (html !== null) deps.onBadges(html);
}
