import { type Kysely, sql } from 'kysely';

/** A company is deleted in two steps: from here on nobody sees it, and a job removes what it owned. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table company add column deleted_at timestamptz;
      create index company_deleted on company (id) where deleted_at is not null;
      create index partner_search on partner using gin (folded_name gin_trgm_ops) with (fastupdate = off);
    `)
    .execute(db);
}
