import type { ExpectedGuest } from '@vestibule/contract/visits/expected-guest.ts';
import { LogIn, PhoneCall, RotateCw, X } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { usePages } from '../../ui/list/use-pages.ts';
import { groupsOf } from '../../ui/phone-groups.ts';
import { useTimes } from '../../ui/time.ts';
import classes from './ExpectedGuests.module.css';
import list from './visitor.module.css';
import { LeftHosts } from './LeftHosts.tsx';
import { ListSection } from './ListSection.tsx';
import { useExpectedGuests } from './use-expected-guests.ts';
import { Waiting } from './VisitorState.tsx';

interface ExpectedGuestsProps {
  companyId: number;
  tenantId: number | null;
  search: string;
  /** Shows guests who are late, or whom the last message did not reach. */
  isAboutNeeds?: boolean;
  onCheckIn: (guest: ExpectedGuest) => void;
  onDismiss: (guest: ExpectedGuest) => void;
  onSendAgain: (guest: ExpectedGuest) => void;
}

/**
 * Lists today's guests without an expected visitor. Renders nothing if there are none. Under Needs attention, it also lists the meetings
 * whose host left.
 */
export function ExpectedGuests(props: ExpectedGuestsProps) {
  const { tenantId, search, isAboutNeeds } = props;
  const key = [tenantId, search, isAboutNeeds].join(' ');
  return (
    <>
      {isAboutNeeds && <LeftHosts key={`left ${key}`} {...props} />}
      <Guests key={key} {...props} />
    </>
  );
}

function Guests({ companyId, tenantId, search, isAboutNeeds = false, ...acts }: ExpectedGuestsProps) {
  const { t } = useTranslation();
  const pages = usePages();
  const columns = useColumns();
  const query = {
    ...pages.query,
    ...(search && { search }),
    ...(tenantId !== null && { tenantId: String(tenantId) }),
    ...(isAboutNeeds && { only: 'needsAttention' as const }),
  };
  const guests = useExpectedGuests(companyId, query);

  const actionsOf = (guest: ExpectedGuest): RowAction[] => {
    const { name, host, failedMessage, isCanceled, isLate } = guest;
    const inMenu = (
      key: 'dismiss' | 'call' | 'sendAgain',
      icon: RowAction['icon'],
      onClick: () => void,
      label: string,
    ) => ({
      key,
      icon,
      label,
      menu: { label: t('visitors.action.more', { name }), entry: label },
      onClick,
    });
    const phone = host?.phone;
    // Guests of later days are listed for their message alone.
    const isAboutMessage = isAboutNeeds && failedMessage !== null && !isLate;
    const kind = isAboutMessage ? 'sendAgain' : 'checkIn';
    return [
      {
        key: kind,
        icon: isAboutMessage ? RotateCw : LogIn,
        text: t(`visitors.next.${kind}`),
        label: t(`visitors.action.${kind}`, { name }),
        once: true,
        onClick: () => (isAboutMessage ? acts.onSendAgain(guest) : acts.onCheckIn(guest)),
      },
      ...(failedMessage !== null && !isAboutMessage
        ? [inMenu('sendAgain', RotateCw, () => acts.onSendAgain(guest), t('visitors.entry.sendAgain'))]
        : []),
      ...(phone
        ? [
            inMenu(
              'call',
              PhoneCall,
              () => location.assign(`tel:${phone}`),
              t('visitors.guests.call', { name: host.name, phone: groupsOf(phone).join(' ') }),
            ),
          ]
        : []),
      ...(isCanceled ? [] : [inMenu('dismiss', X, () => acts.onDismiss(guest), t('visitors.entry.dismiss'))]),
    ];
  };

  const title = t(isAboutNeeds ? 'visitors.guests.inNeed' : 'visitors.guests.title');
  return (
    <ListSection title={title} query={guests} pages={pages}>
      {(rows) => (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowActions={actionsOf}
          steady={String(pages.from)}
        />
      )}
    </ListSection>
  );
}

function useColumns(): Column<ExpectedGuest>[] {
  const { t } = useTranslation();
  const { shortMoment, isToday } = useTimes();
  const reasonOf = ({ hasPhone, isPhoneUnverified, startsAt }: ExpectedGuest) => {
    if (isPhoneUnverified) return t('visitors.guests.unverified');
    if (!hasPhone) return t('visitors.guests.noPhone');
    return isToday(startsAt) ? t('visitors.guests.another') : null;
  };
  return [
    {
      key: 'name',
      title: t('visitors.column.name'),
      cell: (guest) => (
        <>
          <strong className={list.name}>{guest.name}</strong>
          <span className={classes.why}>
            {guest.failedMessage ? t(`visitors.guests.failed.${guest.failedMessage}`) : reasonOf(guest)}
          </span>
        </>
      ),
    },
    {
      key: 'company',
      title: t('visitors.column.company'),
      under: 'name',
      cell: ({ companyName }) => companyName && <span className={list.company}>{companyName}</span>,
    },
    { key: 'tenant', title: t('visitors.column.tenant'), cell: ({ tenant }) => tenant.name },
    { key: 'employee', title: t('visitors.column.employee'), under: 'tenant', cell: ({ host }) => host?.name },
    {
      key: 'time',
      title: t('visitors.column.time'),
      cell: ({ startsAt, isLate }) => (
        <span className={classes.when}>
          {shortMoment(startsAt)}
          <Waiting at={startsAt} isLate={isLate} />
        </span>
      ),
    },
  ];
}
