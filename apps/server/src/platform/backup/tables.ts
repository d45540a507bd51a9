import type pg from 'pg';
import { z } from 'zod';
import { queryRows, text } from '../db/typed-sql.ts';

const Columns = z.strictObject({ name: text, columns: z.array(text) });
export type Columns = z.infer<typeof Columns>;

/**
 * Left out: sessions, links of hosts and tickets (every user and host signs in again), live events, rate limits, running processes, and the list of migrations,
 * which the manifest has.
 */
const leftOut = [
  'session',
  'host_session',
  'host_link',
  'known_browser',
  'sign_in_attempt',
  'live_ticket',
  'device_ticket',
  'live_outbox',
  'live_event',
  'limit_count',
  'sms_count',
  'process',
  'job_run',
  'replication_mark',
  'kysely_migration',
  'kysely_migration_lock',
];

export async function listTables(client: pg.Client): Promise<Columns[]> {
  return queryRows(
    client,
    Columns,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1::text[])
     group by c.relname order by c.relname`,
    [leftOut],
  );
}

export async function listSequences(client: pg.Client): Promise<Record<string, number>> {
  const rows = await queryRows(
    client,
    { name: text, last: text },
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}
