import { type Kysely, sql } from 'kysely';

/** The order in which past visits are read, newest first. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw('create index visit_past on visit (company_id, checked_in_at desc, id desc) where checked_out_at is not null')
    .execute(db);
}
