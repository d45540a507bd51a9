import { type Guest, type GuestState, isWithoutProvider } from '@vestibule/contract/visits/guest.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { ChevronRight, RefreshCw } from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { addDays, type Clock, useClockDay } from '../invitation/use-building-clock.ts';
import classes from './host.module.css';
import look from '../../ui/dot.module.css';
import own from './Meetings.module.css';

interface MeetingsProps {
  invitations: readonly Invitation[];
  clock: Clock;
  onOpen: (invitation: Invitation) => void;
  heading?: 'h2' | 'h3';
}

/** By day of the building. */
export function Meetings({ invitations, clock, onOpen, heading: Heading = 'h2' }: MeetingsProps) {
  const { t } = useTranslation();
  const today = useClockDay(clock);
  const days = new Map<string, Invitation[]>();
  for (const invitation of invitations) {
    const day = clock.plainOf(invitation.startsAt).slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), invitation]);
  }
  return [...days].map(([day, meetings]) => {
    const first = meetings[0]?.startsAt ?? '';
    const names = new Map([
      [today, t('my.today')],
      [addDays(today, 1), t('my.tomorrow')],
    ]);
    const name = names.get(day);
    return (
      <section key={day}>
        <Heading className={classes.day}>
          {name ?? clock.weekdayOf(first)}
          <span className={classes.date}>{name === undefined ? clock.plainDateOf(first) : clock.dateOf(first)}</span>
        </Heading>
        <ul className={classes.meetings}>
          {meetings.map((invitation) => (
            <li key={invitation.id}>
              <button type="button" className={classes.meeting} onClick={() => onOpen(invitation)}>
                <span className={own.time}>{clock.timeOf(invitation.startsAt)}</span>
                <span className={classes.words}>
                  <strong data-canceled={invitation.status === 'canceled' || undefined}>
                    {guestNames(t, invitation)}
                  </strong>
                  <span className={own.meta}>
                    <State invitation={invitation} />
                    {invitation.title !== null && <span>{invitation.title}</span>}
                  </span>
                  <Delivery guests={invitation.guests} clock={clock} />
                </span>
                <ChevronRight size={20} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function guestNames(t: TFunction, { guests }: Invitation): string {
  const [first, second, ...others] = guests;
  if (!first) return t('invitations.noGuests');
  if (!second) return first.name;
  if (others.length === 0) return `${first.name}, ${second.name}`;
  return t('my.andMore', { name: first.name, number: String(guests.length - 1) });
}

const stateClass = `${look.dot} ${own.state}`;

/** The first that a guest has is shown. */
const byWeight: readonly GuestState[] = ['inside', 'declined', 'confirmed', 'noShow', 'left', 'invited'];

function State({ invitation: { guests, status } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  if (status === 'canceled') return <span className={stateClass}>{t('invitations.canceled')}</span>;
  const state = byWeight.find((each) => guests.some((guest) => guest.state === each));
  if (!state) return null;
  const count = guests.filter((guest) => guest.state === state).length;
  const text = t(`invitations.state.${state}`);
  return (
    <span className={stateClass} data-tone={state}>
      {guests.length === 1
        ? text
        : t('my.ofState', { state: text, count: String(count), number: String(guests.length) })}
    </span>
  );
}

/** Says that a guest got no message, or when the first waiting one is sent. */
function Delivery({ guests, clock }: { guests: readonly Guest[]; clock: Clock }) {
  const { t } = useTranslation();
  const unsent = guests.filter(({ passState }) => passState === 'failed');
  const [next] = guests.flatMap(({ held }) => held?.sendsAt ?? []).toSorted();
  if (unsent.length === 0) {
    return next === undefined ? null : (
      <span className={stateClass} data-tone="queued">
        {t('invitations.pass.sendsAt', { time: clock.soonOf(next) })}
      </span>
    );
  }
  return unsent.every(isWithoutProvider) ? (
    <span className={stateClass}>{t('invitations.pass.none')}</span>
  ) : (
    <span className={stateClass} data-tone="failed">
      {t('my.unsent')}
    </span>
  );
}

const most = 3;

/** The latest meetings with other guests, without those that repeat or are planned again. */
export function earlierMeetings(past: readonly Invitation[], coming: readonly Invitation[]): Invitation[] {
  const keyOf = ({ title, guests }: Invitation) => JSON.stringify([title, guests.map(({ name }) => name).toSorted()]);
  const taken = new Set(coming.map(keyOf));
  const found: Invitation[] = [];
  for (const invitation of past.toReversed()) {
    const key = keyOf(invitation);
    if (taken.has(key) || invitation.status === 'canceled' || invitation.guests.length === 0) continue;
    taken.add(key);
    found.push(invitation);
    if (found.length === most) break;
  }
  return found;
}

interface InviteAgainProps {
  invitations: readonly Invitation[];
  clock: Clock;
  onInvite: (earlier: Invitation) => void;
}

export function InviteAgain({ invitations, clock, onInvite }: InviteAgainProps) {
  const { t } = useTranslation();
  if (invitations.length === 0) return null;
  return (
    <section>
      <h2 className={classes.day}>{t('my.again.title')}</h2>
      <ul className={classes.meetings}>
        {invitations.map((invitation) => {
          const meeting = guestNames(t, invitation);
          const last = t('my.again.last', { date: clock.plainDateOf(invitation.startsAt) });
          return (
            <li key={invitation.id} className={classes.again}>
              <span className={classes.words}>
                <strong>{meeting}</strong>
                <span className={classes.quiet}>{[invitation.title, last].filter(Boolean).join(' · ')}</span>
              </span>
              <Button
                variant="flat"
                icon={<RefreshCw size={18} aria-hidden />}
                aria-label={t('my.again.label', { meeting })}
                onClick={() => onInvite(invitation)}
              >
                {t('my.again.submit')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
