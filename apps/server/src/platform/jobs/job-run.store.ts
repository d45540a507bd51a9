import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Notes that a job was done just now, by whichever worker. */
export async function noteDone(db: Db, job: string): Promise<void> {
  await sql`
    insert into job_run (job) values (${job}) on conflict (job) do update set done_at = now()`.execute(db);
}
