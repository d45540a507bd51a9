import type { getSynchronization } from '@vestibule/contract/building/directory.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../ui/time.ts';
import classes from './SyncStatus.module.css';

export function SyncStatus({ sync }: { sync: Reply<typeof getSynchronization> }) {
  const { t } = useTranslation();
  const { state, done, of, lastSuccessAt, lastFailure, nextAt } = sync;
  return (
    <dl className={classes.status} aria-label={t('directory.status.title')}>
      {state === 'running' && (
        <dd className={classes.running} role="status">
          {of === null ? t('directory.status.running', { done }) : t('directory.status.runningOf', { done, of })}
        </dd>
      )}
      <dt>{t('directory.status.success')}</dt>
      <dd>{lastSuccessAt === null ? t('directory.status.never') : formatMoment(lastSuccessAt)}</dd>
      {lastFailure && (
        <>
          <dt>{t('directory.status.failure')}</dt>
          <dd className={classes.failure}>{t(`directory.failure.${lastFailure}`)}</dd>
        </>
      )}
      {nextAt !== null && (
        <>
          <dt>{t('directory.status.next')}</dt>
          <dd>{formatMoment(nextAt)}</dd>
        </>
      )}
    </dl>
  );
}
