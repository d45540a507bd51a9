import { useQuery } from '@tanstack/react-query';
import { type SystemStatus, getSystemStatus } from '@vestibule/contract/operation/status.ts';
import { queryOf } from '@vestibule/web/query.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { formatTime } from '../../ui/time.ts';
import { ProcessTable } from './ProcessTable.tsx';
import classes from './StatusScreen.module.css';
import { SystemFacts } from './SystemFacts.tsx';
import { TroubleTable } from './TroubleTable.tsx';

export function StatusScreen() {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <Page title={t('status.title')}>
      <Loaded query={status} failed={t('status.failed')} empty={{ title: t('status.failed') }}>
        {([now]) =>
          now && (
            <div className={classes.parts}>
              <p className={classes.quiet}>{t('status.asOf', { time: formatTime(now.at) })}</p>
              <Part title={t('status.fact.title')}>
                <SystemFacts status={now} />
              </Part>
              <Part title={t('status.process.title')}>
                {now.processes.length > 0 ? (
                  <ProcessTable processes={now.processes} />
                ) : (
                  <p className={classes.wrong}>{t('status.process.none')}</p>
                )}
              </Part>
              <Part title={t('status.trouble.title')}>
                {now.troubles.length > 0 ? (
                  <TroubleTable troubles={now.troubles} />
                ) : (
                  <p className={classes.quiet}>{t('status.trouble.none')}</p>
                )}
              </Part>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}

const pollMs = 10_000;

function useStatus() {
  return useQuery({
    ...queryOf(getSystemStatus),
    refetchInterval: pollMs,
    select: (status: SystemStatus) => ({ rows: [status], page: null }),
  });
}
