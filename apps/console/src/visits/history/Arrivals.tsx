import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { countArrivals } from '@vestibule/contract/visits/history.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Arrivals.module.css';
import { formatDay } from '../../ui/time.ts';
import { ArrivalsChart } from './ArrivalsChart.tsx';
import { type HistoryFilter, whyUncounted } from './history-filter.ts';
import { TenantBars } from './TenantBars.tsx';
import { useArrivals } from './use-history.ts';

interface ArrivalsProps {
  companyId: number;
  filter: HistoryFilter;
  withTenants: boolean;
}

/** Counts include visits whose data is deleted. */
export function Arrivals({ companyId, filter, withTenants }: ArrivalsProps) {
  const { t } = useTranslation();
  const why = whyUncounted(filter);
  const arrivals = useArrivals(companyId, filter, why === null);
  if (why) return <Notice kind="information">{t(`history.arrivals.${why}`)}</Notice>;

  return (
    <section aria-label={t('history.arrivals.title')}>
      <Loaded
        query={{ ...arrivals, data: arrivals.data && { rows: [arrivals.data], page: null } }}
        empty={{ title: t('history.arrivals.none') }}
        failed={t('history.arrivals.failed')}
      >
        {([counted]) => counted && <Charts counted={counted} withTenants={withTenants} />}
      </Loaded>
    </section>
  );
}

function Charts({ counted, withTenants }: { counted: Reply<typeof countArrivals>; withTenants: boolean }) {
  const { t } = useTranslation();
  const { byDay, byHour, byTenant, inside } = counted;
  const count = byHour.reduce((sum, arrivals) => sum + arrivals, 0);
  return (
    <>
      <p className={classes.sum}>
        {t('history.arrivals.sum', { arrivals: t('history.arrivals.count', { count }), ended: count - inside, inside })}
      </p>
      <div className={classes.charts}>
        <ArrivalsChart
          title={t('history.arrivals.byDay')}
          unit={t('history.arrivals.day')}
          bars={byDay.map(({ day, arrivals }) => ({ name: formatDay(day), arrivals }))}
        />
        <ArrivalsChart
          title={t('history.arrivals.byHour')}
          unit={t('history.arrivals.hour')}
          bars={byHour.map((arrivals, hour) => ({ name: `${String(hour).padStart(2, '0')}:00`, arrivals }))}
        />
        {withTenants && <TenantBars tenants={byTenant} />}
      </div>
    </>
  );
}
