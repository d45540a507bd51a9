import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** The tables in which people stand: visitors, hosts, who left, and users. */
const tables = [
  'visitor',
  'visit',
  'message',
  'idempotent_reply',
  'employee',
  'former_employee',
  'user_account',
  'image',
] as const;

/**
 * Makes PostgreSQL discard planner statistics that contain personal data. The statistics of an emptied table go from PostgreSQL 18 on.
 */
export async function renewStatistics(db: Db): Promise<void> {
  for (const table of tables) await sql`select renew_statistics(${table})`.execute(db);
}
