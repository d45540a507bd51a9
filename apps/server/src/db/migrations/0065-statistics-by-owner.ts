import { type Kysely, sql } from 'kysely';

/**
 * Only the owner of a table may sample it again for the planner, and the program may run as a role that owns none. So a function of the owner
 * does it. PostgreSQL keeps the samples of a table that became empty; from version 18 on they can be cleared.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create function renew_statistics(of_table text) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
      declare is_empty boolean;
      begin
        execute format('analyze %I', of_table);
        execute format('select not exists (select from %I)', of_table) into is_empty;
        if is_empty and exists (select from pg_proc where proname = 'pg_clear_attribute_stats') then
          perform pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, false)
          from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.oid = of_table::regclass
            or c.oid in (select indexrelid from pg_index where indrelid = of_table::regclass);
        end if;
      end $$;
    `)
    .execute(db);
}
