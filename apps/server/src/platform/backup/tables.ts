import type pg from 'pg';

export interface Columns {
  name: string;
  columns: string[];
}

/**
 * What no backup holds: sign-ins and tickets, so that everybody signs in anew; what desks are told this hour; counts of limits; which
 * processes run and what they did last; and which migrations ran, which the manifest says.
 */
const leftOut = [
  'session',
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
  'kysely_migration',
  'kysely_migration_lock',
];

/** The tables of a backup with the columns that are written, which leaves out those that the database computes. */
export async function listTables(client: pg.Client): Promise<Columns[]> {
  const { rows } = await client.query<Columns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1::text[])
     group by c.relname order by c.relname`,
    [leftOut],
  );
  return rows;
}

/** The highest number that each identity column has given out, by the name of its sequence. */
export async function listSequences(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}
