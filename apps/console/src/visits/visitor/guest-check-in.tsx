import { dismissExpected, dismissGuest, type ExpectedGuest } from '@vestibule/contract/visits/expected-guest.ts';
import { checkInGuests, getInvitation, resendPass } from '@vestibule/contract/visits/invitation.ts';
import { retryGuestMessage, retryVisitMessage } from '@vestibule/contract/visits/message.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import type { Once } from '@vestibule/web/once.ts';
import { getI18n } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import { CheckedInToast } from './CheckedInToast.tsx';
import type { Arriving, ArrivalOutcomes, Failed } from './use-guest-check-in.ts';

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

export async function dismissGuestOf(absent: ExpectedGuest | Visitor): Promise<void> {
  const { name } = absent;
  if ('invitationId' in absent) {
    await call(dismissGuest, { params: { invitationId: absent.invitationId, guestId: absent.id } });
  } else {
    await call(dismissExpected, { params: { visitorId: absent.id } });
  }
  toast(getI18n().t('visitors.guests.dismissed', { name }));
}

/** The next state shows whether a message failed again. */
export async function sendAgain(failed: Failed, once: Once): Promise<void> {
  if ('invitationId' in failed) {
    const { invitationId, id: guestId, isCanceled } = failed;
    const params = { invitationId, guestId };
    // The invitation has the current data, also after a change or a reminder that failed.
    if (isCanceled) await call(retryGuestMessage, { params });
    else await once.run(['resendPass', guestId], (idempotencyKey) => call(resendPass, { params }, { idempotencyKey }));
  } else {
    const { currentVisitRecordId: visitId } = failed.visitor;
    for (const messageId of failed.ids) {
      await call(retryVisitMessage, { params: { visitId: visitId ?? 0, messageId } });
    }
  }
  toast(getI18n().t('visitors.guests.sentAgain'));
}

async function checkInArriving({ guests, tenant, host }: Arriving, deps: CheckInDeps): Promise<void> {
  const ids = guests.map(({ id }) => id);
  const { visitors, conflicts, html } = await deps.once.run(['checkIn', ids], (idempotencyKey) =>
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
