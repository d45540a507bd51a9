import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { poolSizes } from '../db/connection-budget.ts';
import { type Connection, type Db, openPlainPool, type Reach } from '../db/database.ts';

export const postponed = Symbol('postponed');

export interface ScheduledJob {
  name: string;
  cron: string;
  run: (reach: Reach) => Promise<unknown>;
}

interface WorkerOptions {
  reach: Reach;
  connection: Connection;
  log: FastifyBaseLogger;
  jobs: readonly ScheduledJob[];
}

export async function runJobs({ reach, connection, log, jobs }: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  // The queue's own pool would wait forever for a vanished database.
  const pool = openPlainPool(connection, { max: poolSizes.jobs, application_name: 'vestibule jobs' });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    cronWorkerIntervalSeconds: 30,
  });
  boss.on('error', (error) => log.warn({ error }, 'the job queue reported an error'));
  await boss.start();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'short', retryLimit: 3, retryBackoff: true, deleteAfterSeconds: 3_600 });
    await boss.schedule(name, cron);
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      // The queue stores the error, and database errors can quote a row.
      if (!(await succeeds(name, run))) throw new Error('see the log');
    });
  }
  return {
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
      await pool.end();
    },
  };

  async function succeeds(name: string, run: ScheduledJob['run']): Promise<boolean> {
    try {
      if ((await run(reach)) !== postponed) await noteDone(reach.acrossCompanies, name);
      return true;
    } catch (error) {
      log.error({ error, job: name }, 'a job failed');
      return false;
    }
  }
}

export async function installQueue(connection: Connection): Promise<void> {
  const pool = openPlainPool(connection, { max: 1, application_name: 'vestibule jobs' });
  try {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      supervise: false,
      schedule: false,
    });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.stop({ graceful: false });
  } finally {
    await pool.end();
  }
}

async function noteDone(db: Db, job: string): Promise<void> {
  await sql`
    insert into job_run (job) values (${job}) on conflict (job) do update set done_at = now()`.execute(db);
}
