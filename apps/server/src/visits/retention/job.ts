import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { timeOfDatabase } from '../../platform/db/clock.ts';
import type { Db, Reach } from '../../platform/db/database.ts';
import { postponed, type ScheduledJob } from '../../platform/jobs/worker.ts';
import { countForgotten } from '../../platform/observability/counters.ts';
import { purgeVisits, sweepLeftOvers } from './retention.ts';

interface JobOptions {
  log: FastifyBaseLogger;
  clock?: TrustedClock;
}

/** Removes visits every five minutes, visitors and planner statistics every night. Removes nothing while the clock is in doubt. */
export function forgetVisitorsJobs({ log, clock = trustedClock() }: JobOptions): ScheduledJob[] {
  const pause = () => sleep(20);
  const run = (purge: typeof purgeVisits) => async (reach: Reach) => {
    const now = await clock.now(reach.acrossCompanies);
    if (!now) {
      log.info('retention waits until the clock is known to be right');
      return postponed;
    }
    const { visits, visitors } = await purge(reach, now, pause);
    countForgotten({ visits, visitors });
    if (visits + visitors > 0) log.info({ visits, visitors }, 'removed expired data');
    return undefined;
  };
  return [
    { name: 'forget-visits', cron: '*/5 * * * *', run: run(purgeVisits) },
    { name: 'forget-left-overs', cron: '30 2 * * *', run: run(sweepLeftOvers) },
    { name: 'forget-statistics', cron: '30 3 * * *', run: ({ acrossCompanies }) => renewStatistics(acrossCompanies) },
  ];
}

/** A larger difference is a jump. */
const toleranceMs = 5 * 60_000;
/** How long a clock is in doubt after a jump, unless it jumps back. */
const quarantineMs = 24 * 3_600_000;

export interface TrustedClock {
  now: (db: Db) => Promise<Date | null>;
}

/**
 * A clock set to next year must not remove all visitors, so it is compared with the monotonic time of this process. `passed` and `here` are
 * in ms.
 */
export function trustedClock({ passed = () => performance.now(), here = () => Date.now() } = {}): TrustedClock {
  let trusted: { at: number; passed: number } | undefined;
  let doubtedSince: number | undefined;
  return {
    async now(db) {
      const seen = { at: (await timeOfDatabase(db)).getTime(), passed: passed() };
      if (!trusted) {
        trusted = seen;
        return null;
      }
      const drift = seen.at - trusted.at - (seen.passed - trusted.passed);
      const isInDoubt = Math.abs(drift) > toleranceMs || Math.abs(seen.at - here()) > toleranceMs;
      doubtedSince ??= seen.passed;
      if (isInDoubt && seen.passed - doubtedSince < quarantineMs) return null;
      trusted = seen;
      doubtedSince = undefined;
      return new Date(seen.at);
    },
  };
}

const tables = [
  'visitor',
  'visit',
  'invitation',
  'guest',
  'message',
  'idempotent_reply',
  'employee',
  'former_employee',
  'user_account',
  'image',
] as const;

export async function renewStatistics(db: Db): Promise<void> {
  for (const table of tables) await sql`select renew_statistics(${table})`.execute(db);
}
