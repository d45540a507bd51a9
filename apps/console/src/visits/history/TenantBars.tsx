import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { countArrivals } from '@vestibule/contract/visits/history.ts';
import { formatCount } from '@vestibule/web/count.ts';
import { useTranslation } from 'react-i18next';
import classes from './Arrivals.module.css';

/** Fits beside the other charts. The rest is one sum. */
const maxShown = 6;

export function TenantBars({ tenants }: { tenants: Reply<typeof countArrivals>['byTenant'] }) {
  const { t, i18n } = useTranslation();
  const shown = tenants.slice(0, maxShown);
  const others = tenants.slice(maxShown);
  const highest = Math.max(1, tenants[0]?.arrivals ?? 0);
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <span className={classes.title}>{t('history.arrivals.byTenant')}</span>
      </figcaption>
      {shown.length === 0 && <p className={classes.nobody}>{t('history.arrivals.none')}</p>}
      {shown.length > 0 && (
        <table className={classes.tenants} aria-label={t('history.arrivals.byTenant')}>
          <tbody>
            {shown.map(({ tenant, arrivals }) => (
              <tr key={tenant.id}>
                <th scope="row">{tenant.name}</th>
                <td className={classes.track} aria-hidden>
                  <svg className={classes.length} viewBox="0 0 100 10" preserveAspectRatio="none">
                    <rect className={classes.bar} width={(arrivals / highest) * 100} height={10} />
                  </svg>
                </td>
                <td className={classes.number}>{formatCount(arrivals, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <p className={classes.others}>
          {t('history.arrivals.others', {
            count: others.length,
            number: others.reduce((sum, { arrivals }) => sum + arrivals, 0),
          })}
        </p>
      )}
    </figure>
  );
}
