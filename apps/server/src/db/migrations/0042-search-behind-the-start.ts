import { type Kysely, sql } from 'kysely';

/**
 * The index of searches leaves out the first letter of a visitor's name. What begins there is found in the order of names, so the thousands of
 * a large house who are called Yngve are counted without a look at each of them; what stands anywhere behind it is found as before.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      drop index visitor_search;
      create index visitor_search on visitor using gin (substr(search, 2) gin_trgm_ops, company_id) with (fastupdate = off);
    `)
    .execute(db);
}
