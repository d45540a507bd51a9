import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { tenantOf } from './tenant-of.ts';
import { useVisitors, useVisitorStates } from './use-visitors.ts';
import { shortMoment, Waiting } from './VisitorState.tsx';
import classes from './ExpectedNext.module.css';

interface ExpectedNextProps {
  companyId: number;
  onAll: () => void;
  /** Undefined without the right to check visitors in. */
  onCheckIn: ((visitor: Visitor) => void) | undefined;
}

/** Shown in high windows only. */
export function ExpectedNext({ companyId, onAll, onCheckIn }: ExpectedNextProps) {
  const { t } = useTranslation();
  const query = { scope: 'imported', only: 'expectedToday', sort: 'time', order: 'asc', limit: 3 } as const;
  const { data } = useVisitors(companyId, query);
  const visitors = data?.rows ?? [];
  const { states } = useVisitorStates(companyId, visitors);
  if (visitors.length === 0) return null;
  return (
    <section className={classes.next} aria-label={t('visitors.next.expected')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('visitors.next.expected')}</h2>
        <Button variant="flat" size="small" onClick={onAll}>
          {t('visitors.next.all', { count: data?.page?.total ?? visitors.length })}
        </Button>
      </header>
      <ul className={classes.list}>
        {visitors.map((visitor) => {
          const { id, name, expected } = visitor;
          const at = expected?.at ?? null;
          const host = expected?.employee?.name ?? tenantOf(visitor)?.name;
          const isLate = states.get(id)?.attention.includes('late') ?? false;
          return (
            <li key={id} className={classes.item}>
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
                  aria-label={t('visitors.action.checkIn', { name })}
                  onClick={() => onCheckIn(visitor)}
                >
                  {t('visitors.next.checkIn')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
