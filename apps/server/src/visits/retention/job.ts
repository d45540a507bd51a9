import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import { postponed, type ScheduledJob } from '../../platform/jobs/worker.ts';
import { countForgotten } from '../../platform/observability/counters.ts';
import { type TrustedClock, trustedClock } from './clock.ts';
import { purgeVisits, type Purged, sweepLeftOvers } from './retention.ts';
import { renewStatistics } from './statistics.ts';

interface JobOptions {
  log: FastifyBaseLogger;
  clock?: TrustedClock;
}

/**
 * Forgets visitors: every five minutes whose visits' time is over, every night whoever else, and what the database noted
 * of them. Nobody is forgotten while the clock is in doubt.
 */
export function forgetVisitorsJobs({ log, clock = trustedClock() }: JobOptions): ScheduledJob[] {
  const pause = () => sleep(20);
  const run = (purge: (db: Db, now: Date, pause: () => Promise<void>) => Promise<Purged>) => async (db: Db) => {
    const now = await clock.now(db);
    if (!now) {
      log.info('nothing is forgotten until the clock has been watched for a while');
      return postponed;
    }
    const { visits, visitors } = await purge(db, now, pause);
    countForgotten({ visits, visitors });
    if (visits + visitors > 0) log.info({ visits, visitors }, 'forgot what need not be kept');
    return undefined;
  };
  return [
    { name: 'forget-visits', cron: '*/5 * * * *', run: run(purgeVisits) },
    { name: 'forget-left-overs', cron: '30 2 * * *', run: run(sweepLeftOvers) },
    { name: 'forget-statistics', cron: '30 3 * * *', run: renewStatistics },
  ];
}
