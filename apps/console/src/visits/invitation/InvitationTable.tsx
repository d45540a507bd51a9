import { type Guest, type GuestState, isWithoutProvider } from '@vestibule/contract/visits/guest.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { LogIn, Pencil, Repeat, RotateCw, UserPlus, X } from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { useMinute } from '../../ui/use-minute.ts';
import type { GuestArrivals } from '../visitor/use-guest-dialogs.tsx';
import { addDays, type Clock } from './use-building-clock.ts';
import { GuestList, mayArrive } from './GuestList.tsx';
import look from '../../ui/dot.module.css';
import classes from './invitation.module.css';
import type { InvitationAct } from './use-invitations.ts';

interface InvitationTableProps {
  invitations: readonly Invitation[];
  clock: Clock;
  withTenant: boolean;
  arrivals: GuestArrivals;
  onAct: (act: InvitationAct) => void;
}

/** Passes are valid from then on, also before midnight. The function `pass_starts` of the database has the same value. */
const passLeadMs = 3_600_000;

/** By day of the building. Opens the guests of an invitation below its row. */
export function InvitationTable({ invitations, clock, withTenant, arrivals, onAct }: InvitationTableProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const today = clock.plainOf(new Date(now)).slice(0, 10);
  const dayOf = (moment: string) => clock.plainOf(moment).slice(0, 10);
  const headingOf = ({ startsAt }: Invitation) => {
    const date = clock.dateOf(startsAt);
    if (dayOf(startsAt) === today) return t('invitations.today', { date });
    return dayOf(startsAt) === addDays(today, 1) ? t('invitations.tomorrow', { date }) : date;
  };
  const isOpenNow = ({ startsAt, endsAt }: Invitation) =>
    (dayOf(startsAt) <= today || Date.parse(startsAt) - passLeadMs <= now) && dayOf(endsAt) >= today;
  const arriving = (invitation: Invitation) => (isOpenNow(invitation) ? invitation.guests.filter(mayArrive) : []);

  const actionsOf = (invitation: Invitation): RowAction[] => {
    const meeting = meetingOf(t, invitation);
    const guests = arriving(invitation);
    const isOver = Date.parse(invitation.endsAt) <= now;
    const inMenu = (kind: 'edit' | 'addGuests' | 'again' | 'cancel', icon: RowAction['icon']): RowAction => ({
      key: kind,
      icon,
      label: meeting,
      menu: { label: t('invitations.more', { meeting }), entry: t(`invitations.entry.${kind}`) },
      ...(kind === 'cancel' && { danger: true }),
      onClick: () => onAct({ kind, invitation }),
    });
    const again: RowAction = {
      ...inMenu('again', RotateCw),
      label: t('invitations.againLabel', { meeting }),
    };
    const { menu: _, ...onlyAgain } = { ...again, text: t('invitations.entry.again') };
    if (invitation.status === 'canceled' || (isOver && guests.length === 0)) return [onlyAgain];
    const checkIn: RowAction = {
      key: 'checkIn',
      icon: LogIn,
      text: guests.length > 1 ? t('invitations.checkInMany', { count: guests.length }) : t('invitations.checkIn'),
      label:
        guests.length > 1
          ? t('invitations.checkInAll', { meeting, count: guests.length })
          : t('invitations.checkInLabel', { name: guests[0]?.name }),
      loading: arrivals.isBusy,
      once: true,
      onClick: () => void arrivals.checkIn({ ...invitation, guests }),
    };
    return [
      ...(guests.length > 0 ? [checkIn] : []),
      ...(isOver ? [] : [inMenu('edit', Pencil), inMenu('addGuests', UserPlus)]),
      again,
      ...(isOver ? [] : [inMenu('cancel', X)]),
    ];
  };

  const columns: Column<Invitation>[] = [
    {
      key: 'time',
      title: t('invitations.column.time'),
      width: '1%',
      cell: (each) => <span className={classes.time}>{clock.spanOf(each)}</span>,
    },
    { key: 'meeting', title: t('invitations.column.meeting'), cell: (each) => <Meeting invitation={each} /> },
    {
      key: 'host',
      title: t('invitations.column.host'),
      cell: (each) => <HostOf invitation={each} />,
    },
    ...(withTenant
      ? [
          {
            key: 'tenant',
            title: t('invitations.column.tenant'),
            under: 'host',
            cell: ({ tenant }: Invitation) => tenant.name,
          },
        ]
      : []),
    { key: 'guests', title: t('invitations.column.guests'), cell: ({ guests }) => guestsText(t, guests) },
    { key: 'state', title: t('invitations.column.state'), cell: (each) => <StateOf invitation={each} /> },
    { key: 'pass', title: t('invitations.column.pass'), under: 'state', cell: (each) => <PassOf invitation={each} /> },
  ];

  return (
    <DataTable
      label={t('invitations.label')}
      columns={columns}
      rows={invitations}
      rowKey={({ id }) => id}
      rowActions={actionsOf}
      groupOf={headingOf}
      expanded={{
        label: (invitation) => t('invitations.open', { meeting: meetingOf(t, invitation) }),
        content: (invitation) => (
          <GuestList
            invitation={invitation}
            clock={clock}
            desk={{ arriving: arriving(invitation), arrivals }}
            onAct={(kind, guestId) => onAct({ kind, invitation, guestId })}
          />
        ),
      }}
    />
  );
}

export function meetingOf(t: TFunction, { title, guests }: Invitation): string {
  return title ?? guestsText(t, guests);
}

function guestsText(t: TFunction, guests: readonly Guest[]): string {
  const [first, ...others] = guests;
  if (!first) return t('invitations.noGuests');
  return others.length === 0 ? first.name : t('invitations.guests', { count: guests.length });
}

function Meeting({ invitation: { title, seriesId, status } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  return (
    <span className={classes.meeting} data-canceled={status === 'canceled' || undefined}>
      {title === null ? <span className={classes.quiet}>{t('invitations.untitled')}</span> : <strong>{title}</strong>}
      {seriesId !== null && <Repeat size={14} aria-label={t('invitations.series')} className={classes.quiet} />}
    </span>
  );
}

/** A meeting whose host was removed has the stand-in as host, or none. */
function HostOf({ invitation: { host, hostLeftAt } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  return (
    <>
      {host?.name ?? <span className={classes.quiet}>{t('invitations.noHost')}</span>}
      {hostLeftAt !== undefined && (
        <div className={look.dot} data-tone="declined">
          {t('invitations.hostLeft')}
        </div>
      )}
    </>
  );
}

const byWeight: readonly GuestState[] = ['inside', 'confirmed', 'declined', 'noShow', 'left', 'invited'];

/** The state of the guests. Of several states, the first that the desk wants to know. */
function StateOf({ invitation: { guests, status } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  if (status === 'canceled') return <span className={look.dot}>{t('invitations.canceled')}</span>;
  const state = byWeight.find((each) => guests.some((guest) => guest.state === each));
  if (!state) return null;
  const count = guests.filter((guest) => guest.state === state).length;
  return (
    <span className={look.dot} data-tone={state}>
      {count === guests.length
        ? t(`invitations.state.${state}`)
        : t('invitations.ofState', {
            count,
            number: guests.length,
            state: t(`invitations.state.${state}`).toLowerCase(),
          })}
    </span>
  );
}

const passOf = (guest: Guest) => (isWithoutProvider(guest) ? 'notSent' : guest.passState);

/** Failed messages come first. */
function PassOf({ invitation: { guests } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const worst = (['failed', 'notSent', 'queued', 'sent', 'delivered'] as const).find((each) =>
    guests.some((guest) => passOf(guest) === each),
  );
  if (!worst) return <span className={classes.quiet}>{t('invitations.pass.none')}</span>;
  const count = guests.filter((guest) => passOf(guest) === worst).length;
  const state = t(`invitations.pass.${worst}`);
  return (
    <span className={look.dot} data-tone={worst}>
      {count === guests.length ? state : t('invitations.pass.ofState', { count, state: state.toLowerCase() })}
    </span>
  );
}
