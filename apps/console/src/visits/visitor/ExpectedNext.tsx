import type { ExpectedGuest } from '@vestibule/contract/visits/expected-guest.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { useTimes } from '../../ui/time.ts';
import { tenantOf } from './tenant-of.ts';
import { useExpectedGuests } from './use-expected-guests.ts';
import { useVisitors, useVisitorStates } from './use-visitors.ts';
import { Waiting } from './VisitorState.tsx';
import classes from './ExpectedNext.module.css';

interface ExpectedNextProps {
  companyId: number;
  onAll: () => void;
  /** Undefined without the right to check visitors in. */
  onCheckIn: ((visitor: Visitor) => void) | undefined;
  onGuest: (guest: ExpectedGuest) => void;
}

const places = 3;

/** Shown in high windows only. */
export function ExpectedNext({ companyId, onAll, onCheckIn, onGuest }: ExpectedNextProps) {
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  const query = { scope: 'imported', only: 'expectedToday', sort: 'time', order: 'asc', limit: places } as const;
  const { data } = useVisitors(companyId, query);
  const visitors = data?.rows ?? [];
  const { states } = useVisitorStates(companyId, visitors);
  const guests = useExpectedGuests(companyId, { limit: places }, { enabled: onCheckIn !== undefined });
  const next = [
    ...visitors.map((visitor) => ({
      key: `visitor ${visitor.id}`,
      name: visitor.name,
      at: visitor.expected?.at ?? null,
      host: visitor.expected?.employee?.name ?? tenantOf(visitor)?.name,
      isLate: states.get(visitor.id)?.attention.includes('late') ?? false,
      onClick: () => onCheckIn?.(visitor),
    })),
    ...(guests.data?.rows ?? []).map((guest) => ({
      key: `guest ${guest.id}`,
      name: guest.name,
      at: guest.startsAt,
      host: guest.host?.name ?? guest.tenant.name,
      isLate: guest.isLate,
      onClick: () => onGuest(guest),
    })),
  ].toSorted((one, other) => timeOf(one.at) - timeOf(other.at));
  // The later answer would move those of the earlier one.
  if (!data || guests.isLoading || next.length === 0) return null;
  const count = (data.page?.total ?? visitors.length) + (guests.data?.page?.total ?? 0);
  return (
    <section className={classes.next} aria-label={t('visitors.next.expected')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('visitors.next.expected')}</h2>
        <Button variant="flat" size="small" onClick={onAll}>
          {t('visitors.next.all', { count })}
        </Button>
      </header>
      <ul className={classes.list}>
        {next.slice(0, places).map(({ key, name, at, host, isLate, onClick }) => (
          <li key={key} className={classes.item}>
            <span className={classes.when} data-late={isLate || undefined}>
              {at ? shortMoment(at) : t('visitors.state.anyTime')}
            </span>
            <div className={classes.who}>
              <strong className={classes.cut} title={name}>
                {name}
              </strong>
              <span className={classes.detail}>
                <span className={classes.cut} title={host}>
                  {host}
                </span>
                <Waiting at={at} isLate={isLate} />
              </span>
            </div>
            {onCheckIn && (
              <Button
                variant="secondary"
                size="small"
                className={classes.act ?? ''}
                once
                aria-label={t('visitors.action.checkIn', { name })}
                onClick={onClick}
              >
                {t('visitors.next.checkIn')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those who may come at any time are last. */
function timeOf(at: string | null): number {
  return at === null ? Infinity : Date.parse(at);
}
