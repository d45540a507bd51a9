import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { getHost, type HostMe } from '@vestibule/contract/visits/host.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { Plus, WifiOff } from '@vestibule/ui/icons.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { keyOf } from '@vestibule/web/query.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDocumentTitle } from '../../ui/Page.tsx';
import { addDays, type Clock, useBuildingClock, useClockDay } from '../invitation/use-building-clock.ts';
import { useInvitationDialogs } from '../invitation/use-invitation-dialogs.tsx';
import { HostInvites } from '../invitation/use-inviter.ts';
import { Arrivals } from './Arrivals.tsx';
import { Covering } from './Covering.tsx';
import classes from './host.module.css';
import { earlierMeetings, InviteAgain, Meetings } from './Meetings.tsx';
import { StandIn } from './StandIn.tsx';
import {
  useComingInvitations,
  useCoveredInvitations,
  useCoveredVisits,
  useEarlierInvitations,
  useHostVisits,
} from './use-host.ts';

const StandInDialog = lazyDialog(async () => (await import('./StandInDialog.tsx')).StandInDialog);

/** How far back earlier invitations are listed. */
const earlierDays = 60;

interface MyVisitorsProps {
  me: HostMe;
  /** Of weekdays and fields. */
  locale: string;
  account?: ReactNode;
  /** Opens the page that invites. Without it, a dialog does. */
  onInvite?: (earlier?: Invitation) => void;
  /** The host comes back from that page. */
  isBack?: boolean;
}

export function MyVisitors({ me, locale, ...shown }: MyVisitorsProps) {
  const clock = useBuildingClock(me.company.timeZone, locale);
  return (
    <HostInvites value={{ employeeId: me.employee.id, country: me.tenant.countryCode, locale }}>
      <Content me={me} clock={clock} {...shown} />
    </HostInvites>
  );
}

function Content({ me, clock, account, onInvite, isBack = false }: Omit<MyVisitorsProps, 'locale'> & { clock: Clock }) {
  const { t } = useTranslation();
  const today = useClockDay(clock);
  const visits = useHostVisits();
  const isCovering = me.standsInFor.length > 0;
  const coveredVisits = useCoveredVisits(isCovering);
  const arrivals = [...(visits.data ?? []), ...((isCovering && coveredVisits.data) || [])];
  const coming = useComingInvitations();
  const past = useEarlierInvitations({ from: addDays(today, -earlierDays), to: addDays(today, -1) });
  const covered = useCoveredInvitations(isCovering);
  const rows = coming.data?.pages.flatMap((page) => page.rows);
  const shown = [...(rows ?? []), ...(covered.data?.pages.flatMap((page) => page.rows) ?? [])];
  const dialogs = useInvitationDialogs({ companyId: me.company.id, tenantId: me.tenant.id, clock }, shown);
  const invite = onInvite ?? dialogs.create;
  const inviteButton = useRef<HTMLButtonElement>(null);
  const [choosing, standIn] = useDisclosure();
  useEffect(() => {
    if (isBack) inviteButton.current?.focus();
  }, [isBack]);
  useSignedOut([visits.error, coveredVisits.error, coming.error, covered.error]);

  const waiting = arrivals.filter(({ answer, checkedOutAt }) => answer === null && checkedOutAt === null);
  useDocumentTitle(waiting.length > 0 ? `(${waiting.length}) ${t('my.title')}` : t('my.title'));
  const { enableInvitations: mayInvite } = me.tenant;
  const isQuiet = rows?.length === 0 && visits.data && arrivals.every(({ checkedOutAt }) => checkedOutAt !== null);
  const ask = () => {
    void visits.refetch();
    return coming.refetch();
  };

  return (
    <>
      <header className={classes.header}>
        <h1>{t('my.title')}</h1>
        {account}
      </header>
      {clock.otherZone !== null && <p>{t('invitations.zone', { zone: clock.otherZone })}</p>}
      <Connection isLost={visits.error !== null && visits.data !== undefined} />
      {rows && <Failed query={visits} text={t('my.failed')} />}
      {rows && isCovering && <Failed query={coveredVisits} text={t('my.failed')} />}
      <Arrivals visits={arrivals} reader={me.employee} clock={clock} />
      {me.standIn && <StandIn me={me} onChoose={standIn.open} />}
      {!mayInvite && <Notice kind="information">{t('my.off')}</Notice>}
      {rows?.length === 0 && !isQuiet ? null : (
        <Loaded
          query={{
            data: rows && { rows, page: null },
            error: coming.error,
            isFetching: coming.isFetching,
            isPlaceholderData: coming.isPlaceholderData,
            refetch: ask,
          }}
          failed={t('my.failed')}
          empty={{ title: t('my.none'), help: t('my.noneHelp') }}
        >
          {(listed) => <Meetings invitations={listed} clock={clock} onOpen={dialogs.show} />}
        </Loaded>
      )}
      {coming.hasNextPage && (
        <Button variant="flat" loading={coming.isFetchingNextPage} onClick={() => void coming.fetchNextPage()}>
          {t('my.more')}
        </Button>
      )}
      <Covering colleagues={me.standsInFor} covered={covered} clock={clock} onOpen={dialogs.show} />
      {mayInvite && rows && <Failed query={past} title={t('my.again.title')} text={t('ui.list.failed')} />}
      {mayInvite && (
        <InviteAgain
          invitations={earlierMeetings(past.data?.rows ?? [], rows ?? [])}
          clock={clock}
          onInvite={(earlier: Invitation) => invite(earlier)}
        />
      )}
      {!me.standIn && <StandIn me={me} onChoose={standIn.open} />}
      {mayInvite && (
        <div className={classes.sticky}>
          <Button
            ref={inviteButton}
            variant={waiting.length > 0 ? 'secondary' : 'primary'}
            size="large"
            fullWidth
            icon={<Plus size={20} aria-hidden />}
            onClick={() => invite()}
          >
            {t('my.invite')}
          </Button>
        </div>
      )}
      {dialogs.dialogs}
      <StandInDialog clock={clock} opened={choosing} onClose={standIn.close} />
    </>
  );
}

interface FailedProps {
  query: Pick<UseQueryResult, 'data' | 'errorUpdateCount' | 'isFetching' | 'refetch'>;
  title?: string;
  text: string;
}

/** Says that a part of the page is missing. Stays during a retry, which clears the error of the query. */
function Failed({ query, title, text }: FailedProps) {
  const { t } = useTranslation();
  if (query.data !== undefined || query.errorUpdateCount === 0) return null;
  return (
    <section>
      {title !== undefined && <h2 className={classes.day}>{title}</h2>}
      <Notice
        kind="problem"
        action={
          <Button variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('ui.button.tryAgain')}
          </Button>
        }
      >
        {text}
      </Notice>
    </section>
  );
}

/** Shows the sign-in screen as soon as the server refuses the session. */
function useSignedOut(errors: readonly (Error | null)[]): void {
  const client = useQueryClient();
  const isOut = errors.some((error) => error instanceof CallFailed && error.status === 401);
  const forget = useEffectEvent(() => void client.invalidateQueries({ queryKey: keyOf(getHost) }));
  useEffect(() => {
    if (isOut) forget();
  }, [isOut]);
}

/** Hosts have no live channel, so a failed poll is the sign of a lost connection. Announces when it is back. */
function Connection({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  const [wasLost, setWasLost] = useState(isLost);
  if (isLost && !wasLost) setWasLost(true);
  return (
    <p role="status" className={isLost ? classes.lost : 'unseen'}>
      {isLost && <WifiOff size={18} aria-hidden />}
      {isLost ? t('my.lost') : wasLost && t('my.back')}
    </p>
  );
}
