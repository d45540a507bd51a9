import type { HostMe } from '@vestibule/contract/visits/host.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { formatDay } from '../../ui/time.ts';
import type { Clock } from '../invitation/use-building-clock.ts';
import classes from './host.module.css';
import { Meetings } from './Meetings.tsx';
import type { useCoveredInvitations } from './use-host.ts';

interface CoveringProps {
  colleagues: HostMe['standsInFor'];
  covered: ReturnType<typeof useCoveredInvitations>;
  clock: Clock;
  onOpen: (invitation: Invitation) => void;
}

/** A group for each colleague whose stand-in the host is. */
export function Covering({ colleagues, covered, clock, onOpen }: CoveringProps) {
  const { t } = useTranslation();
  const rows = covered.data?.pages.flatMap((page) => page.rows);
  return (
    <>
      {colleagues.map(({ employee: { id, name }, until }) => (
        <section key={id} className={classes.covering} aria-label={t('my.covering.title', { name })}>
          <h2>
            {t('my.covering.title', { name })}
            <span className={classes.date}>{t('my.standIn.until', { date: formatDay(until) })}</span>
          </h2>
          <Listed
            invitations={rows?.filter(({ host }) => host?.id === id)}
            covered={covered}
            clock={clock}
            onOpen={onOpen}
          />
        </section>
      ))}
      {covered.hasNextPage && (
        <Button variant="flat" loading={covered.isFetchingNextPage} onClick={() => void covered.fetchNextPage()}>
          {t('my.more')}
        </Button>
      )}
    </>
  );
}

interface ListedProps extends Omit<CoveringProps, 'colleagues'> {
  invitations: readonly Invitation[] | undefined;
}

function Listed({ invitations, covered, clock, onOpen }: ListedProps) {
  const { t } = useTranslation();
  if (invitations?.length === 0 && !covered.error) return <p className={classes.quiet}>{t('my.covering.none')}</p>;
  return (
    <Loaded
      query={{ ...covered, data: invitations && { rows: invitations, page: null } }}
      failed={t('my.failed')}
      empty={{ title: t('my.covering.none') }}
    >
      {(listed) => <Meetings invitations={listed} clock={clock} onOpen={onOpen} heading="h3" />}
    </Loaded>
  );
}
