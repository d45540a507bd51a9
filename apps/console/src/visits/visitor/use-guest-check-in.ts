import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { ExpectedGuest } from '@vestibule/contract/visits/expected-guest.ts';
import type { Guest } from '@vestibule/contract/visits/guest.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { loadLater } from '../../ui/load-later.ts';
import { reportUnlessOfCall, useErrorText, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useVisitorChange } from './use-visitor-changes.ts';

/** The desk's form begins with it. A guest has no phone yet. */
export interface RegisterTarget {
  phone: string;
  guest?: Pick<Guest, 'id' | 'name' | 'companyName'> & Pick<Invitation, 'tenant' | 'host'>;
}

/** Guests of one date. */
export type Arriving = Pick<Invitation, 'tenant' | 'host'> & {
  guests: readonly Pick<Guest, 'id' | 'name' | 'companyName'>[];
};

/** The messages of a visitor inside, or the last one to a guest. */
export type Failed = { visitor: Visitor; ids: readonly number[] } | ExpectedGuest;

export interface ArrivalOutcomes {
  onForm: (target: RegisterTarget) => void;
  onBadges: (html: string) => void;
  onConflicts: (conflicts: readonly Conflict[], html: string | null) => void;
}

/** Checks guests, or a visitor expected for an invitation, in with one press. Opens the form for a guest without a phone. */
export function useGuestCheckIn(outcomes: ArrivalOutcomes) {
  const problemText = useProblemText();
  const errorText = useErrorText();
  const [once] = useState(createOnce);
  const { mutateAsync, isPending } = useVisitorChange(async (arriving: Arriving | Visitor) => {
    const { checkIn } = await loadLater(() => import('./guest-check-in.tsx'));
    return checkIn(arriving, { ...outcomes, once, errorText });
  });
  const dismissal = useVisitorChange(async (absent: ExpectedGuest | Visitor) => {
    const { dismissGuestOf } = await loadLater(() => import('./guest-check-in.tsx'));
    return dismissGuestOf(absent);
  });
  const sending = useVisitorChange(async (failed: Failed) => {
    const { sendAgain } = await loadLater(() => import('./guest-check-in.tsx'));
    return sendAgain(failed, once);
  });
  const report = (error: unknown) => {
    reportUnlessOfCall(error);
    toast(problemText(error));
  };
  const checkIn = (arriving: Arriving | Visitor): Promise<void> => mutateAsync(arriving).catch(report);
  const dismiss = (absent: ExpectedGuest | Visitor): Promise<void> => dismissal.mutateAsync(absent).catch(report);
  const sendAgain = (failed: Failed): Promise<void> => sending.mutateAsync(failed).catch(report);
  const checkInExpected = (guest: ExpectedGuest) => {
    const { tenant, host, hasPhone } = guest;
    if (hasPhone) void checkIn({ tenant, host, guests: [guest] });
    else outcomes.onForm({ phone: '', guest: { ...guest, tenant, host } });
  };
  return { checkIn, checkInExpected, dismiss, sendAgain, isBusy: isPending };
}
