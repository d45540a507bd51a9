import type { SystemStatus } from '@vestibule/contract/operation/status.ts';
import type { Db } from '../../platform/db/database.ts';
import { readWaiting } from '../../platform/outbox/message.metrics.ts';
import { countJobs } from './system.store.ts';
import { findLastBackup, listProcesses, listTroubles, readFacts } from './status.store.ts';

/** How the system is now. */
export async function readStatus(db: Db): Promise<SystemStatus> {
  const facts = await readFacts(db);
  const jobs = new Map((await countJobs(db)).map(({ label, value }) => [label, value]));
  const { waiting, overdue } = await readWaiting(db);
  return {
    ...facts,
    processes: await listProcesses(db),
    jobs: {
      waiting: (jobs.get('created') ?? 0) + (jobs.get('retry') ?? 0),
      active: jobs.get('active') ?? 0,
      failed: jobs.get('failed') ?? 0,
    },
    messages: { waiting, overdueSeconds: Math.round(overdue) },
    lastBackup: await findLastBackup(db),
    troubles: await listTroubles(db),
  };
}
