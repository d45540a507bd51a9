import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

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
 * Has PostgreSQL forget what it noted of people who are gone: it keeps samples of each column for its planner, names among them, and
 * leaves those of a table that has become empty. There they go too, from PostgreSQL 18 on.
 */
export async function renewStatistics(db: Db): Promise<void> {
  for (const table of tables) {
    await sql`analyze ${sql.table(table)}`.execute(db);
    if ((await isEmpty(db, table)) && (await canClear(db))) await clear(db, table);
  }
}

async function isEmpty(db: Db, table: (typeof tables)[number]): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
  return rows.length === 0;
}

async function canClear(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_proc where proname = 'pg_clear_attribute_stats'`.execute(db);
  return rows.length > 0;
}

async function clear(db: Db, table: (typeof tables)[number]): Promise<void> {
  await sql`
    select pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, false)
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid = ${table}::regclass
      or c.oid in (select indexrelid from pg_index where indrelid = ${table}::regclass)`.execute(db);
}
