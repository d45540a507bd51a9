import { type Guest, isWithoutProvider } from '@vestibule/contract/visits/guest.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Email } from '../../ui/Email.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useMinute } from '../../ui/use-minute.ts';
import type { GuestArrivals } from '../visitor/use-guest-dialogs.tsx';
import type { Clock } from './use-building-clock.ts';
import look from '../../ui/dot.module.css';
import classes from './invitation.module.css';
import { useResendPass } from './use-invitations.ts';

/** Leaves out guests who declined: the desk checks them in one by one. */
export function mayArrive({ state }: Guest): boolean {
  return state === 'invited' || state === 'confirmed' || state === 'noShow';
}

interface GuestListProps {
  invitation: Invitation;
  clock: Clock;
  /** Guests whom the desk may check in now. */
  desk?: { arriving: readonly Guest[]; arrivals: GuestArrivals };
  onAct: (kind: 'editGuest' | 'remove', guestId: number) => void;
}

export function GuestList({ invitation, clock, desk, onAct }: GuestListProps) {
  const { t } = useTranslation();
  const { id: invitationId, guests, note } = invitation;
  const problemText = useProblemText();
  const { mutateAsync, isPending } = useResendPass();
  const [once] = useState(createOnce);
  const now = useMinute();
  const isOpen = invitation.status === 'planned' && Date.parse(invitation.endsAt) > now;

  const resend = async ({ id: guestId, name }: Guest) => {
    try {
      await once.run(guestId, (idempotencyKey) => mutateAsync({ invitationId, guestId, idempotencyKey }));
      toast(t('invitations.resent', { name }));
    } catch (error) {
      reportUnlessOfCall(error);
      toast(problemText(error));
    }
  };

  return (
    <>
      {note && <p className={classes.note}>{note}</p>}
      <ul className={classes.people}>
        {guests.map((guest) => {
          const { id, name, companyName, email, phone, state } = guest;
          const hasFailed = guest.passState === 'failed' && !isWithoutProvider(guest);
          return (
            <li key={id} className={classes.person}>
              <div className={classes.who}>
                <strong>{name}</strong>
                {companyName && <span className={classes.quiet}>{companyName}</span>}
              </div>
              <div className={classes.contact}>
                {email && <Email address={email} />}
                {phone && <PhoneNumber phone={phone} />}
              </div>
              <span className={look.dot} data-tone={state}>
                {t(`invitations.state.${state}`)}
              </span>
              <PassState guest={guest} clock={clock} withDetails={desk !== undefined} />
              <div className={classes.buttons}>
                {desk?.arriving.includes(guest) && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={t('invitations.checkInLabel', { name })}
                    loading={desk.arrivals.isBusy}
                    onClick={() => void desk.arrivals.checkIn({ ...invitation, guests: [guest] })}
                    once
                  >
                    {t('invitations.checkIn')}
                  </Button>
                )}
                {desk && isOpen && state !== 'inside' && (
                  <Button
                    variant={hasFailed ? 'secondary' : 'flat'}
                    size="small"
                    aria-label={t(hasFailed ? 'invitations.fixAddressLabel' : 'invitations.editLabel', { name })}
                    onClick={() => onAct('editGuest', id)}
                  >
                    {t(hasFailed ? 'invitations.fixAddress' : 'invitations.entry.edit')}
                  </Button>
                )}
                {isOpen && (email ?? phone) !== null && (
                  <Button
                    variant="flat"
                    size="small"
                    aria-label={t('invitations.resendLabel', { name })}
                    disabled={isPending}
                    onClick={() => void resend(guest)}
                    once
                  >
                    {t('invitations.resend')}
                  </Button>
                )}
                {isOpen && state !== 'inside' && (
                  <Button
                    variant="danger-flat"
                    size="small"
                    aria-label={t('invitations.removeLabel', { name })}
                    onClick={() => onAct('remove', id)}
                  >
                    {t('invitations.remove')}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface PassStateProps {
  guest: Guest;
  clock: Clock;
  /** Details are in English only, for the desk. */
  withDetails: boolean;
}

function PassState({ guest, clock, withDetails }: PassStateProps) {
  const { t } = useTranslation();
  const { passState, passProblem, email, held } = guest;
  const channel = email === null ? 'sms' : 'email';
  if (withDetails && isWithoutProvider(guest)) {
    return <span className={look.dot}>{t(`messages.noProvider.${channel}`)}</span>;
  }
  if (passState === null || isWithoutProvider(guest)) {
    return <span className={classes.quiet}>{t('invitations.pass.none')}</span>;
  }
  return (
    <div>
      <span className={look.dot} data-tone={passState}>
        {held?.sendsAt
          ? t('invitations.pass.sendsAt', { time: clock.soonOf(held.sendsAt) })
          : t(`invitations.pass.${passState}`)}
      </span>
      {withDetails && passProblem && (
        <p className={classes.problem}>{t(`messages.problem.${channel}.${passProblem}`)}</p>
      )}
    </div>
  );
}
